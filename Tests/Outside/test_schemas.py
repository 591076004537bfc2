"""Checks every CSV that the program writes against `zombies schema`, with frictionless and pandas.

For each schema, FILES contains command lines that print a CSV in several shapes. The program prints the names of the
schemas. A schema without a command line here is a failure.
"""

import csv
import html
import io
import json
import math
import re
import sys

import pytest

from reading import rows

# A campaign whose names are hard to write to a CSV, and to read from it.
CAMPAIGN = (
    "; world: A, \"b\"; c\n; level: x,y\nSP\n; level: \"q\"\nS2/2Z/2P\n; level: NA\nclassic@42#7\n"
    "; level: 1e3\n8x8z4@0#0\n; level: =1+1\nS4/5/Z1#2/5/4P+lit\n"
    "; world: Zwei 🧟\n; unlock: stars 2\nS4/5/3Z1/1#3/4P\n; level: true\nS1P\n"
    "; world: null\n; unlock: coins 18446744073709551615\n; level: '; --\nS4/5/5/5/4P\n"
    "; world: -\n; unlock: all\n; level:  \"\"\"  \nS6P\n")

# Files with levels. A CSV must quote some of their names.
FILES_OF_LEVELS = {"levels.txt": "SP\nclassic@42#7\n\nS.Z\n...\n..P\n; lit\n",
                   "a, \"b\".txt": "SP ; one\nS#/#P\n", "two\nlines.txt": "SZ/1P\n",
                   "café 🧟.txt": "S1P\n"}

RULES = "--chase vertical --zombie-speed 16 --catching-distance 0"
MANY = "SP S#/#P SZ/1P S4/5/Z1#2/2F2/4P classic@42#7"
LARGEST = "18446744073709551615"
# Two players and a policy take turns, and each plays two rounds.
TURN = "next\\nleft\\nnext\\n"
PLAY = f"printf 'board\\nstart\\n{TURN * 4}quit\\n'"

FILES = {
    "generate": [
        "zombies generate --count 9 --format csv",
        "zombies generate --family 6x4z1b2f1+lit --levels any --count 40 --format csv",
        "zombies generate --family block --catching-distance 0 --count 9 --format csv",
        f"zombies generate --family 1x9 --first {LARGEST} --seed {LARGEST} --format csv",
        "zombies generate --family 1024x1 --format csv",
        "zombies generate --family 12x1024b30 --format csv",
        "zombies generate --family 9x9z3 --levels any --max-states 1 --count 5 --format csv",
        "zombies generate --family 5x5z1b3+lit --grade medium,hard --min-par 9 --count 3 --format csv",
        "zombies generate --family 60x60 --count 2 --format csv",
        "zombies generate --count 30 --levels any --sort --format csv",
        "zombies generate --grade gentle:2,easy:2 --max-par 12 --distinct --format csv",
    ],
    "solve": [
        f"zombies solve --format csv {MANY}",
        "zombies solve --format csv --max-states 3 8x8z4+any@0#0 8x8z3f1@0#1 SP",
        f"zombies solve --format csv {RULES} S4/5/2Z2/5/4P+lit 1024x1024z9@0#0",
        # More shortest solutions than can be counted.
        "zombies solve --format csv 40x40@0#0",
        "zombies solve --format csv --input levels.txt",
        "zombies solve --format csv --input 'a, \"b\".txt'",
        "zombies solve --format csv --input 'café 🧟.txt'",
        "zombies solve --format csv --input $'two\\nlines.txt'",
        "zombies solve --format csv - < levels.txt",
        "zombies generate --format csv --count 5 | zombies solve --format csv --input -",
        f"zombies solve --format csv --chase longest,vertical --zombie-speed 1..3 {MANY}",
    ],
    "levels": [
        "zombies levels --format csv S4/5/Z1#2/2F2/4P S#/#P classic@0#1 classic#57",
        "zombies generate --count 9 --zombie-speed 2 | zombies levels --format csv --distinct --canonical",
    ],
    "difficulty": [
        f"zombies solve --format csv --difficulty {MANY}",
        "zombies solve --format csv --difficulty --max-states 3 8x8z4+any@0#0 9x9z2b9f1@0#1 S#P",
        "zombies solve --format csv --difficulty 40x40@0#0 1x1024@0#0",
        f"zombies solve --format csv --difficulty {RULES} S4/5/2Z2/5/4P+lit SP",
        "zombies solve --format csv --difficulty --input 'a, \"b\".txt'",
        "zombies generate --family 6x6z1b5+lit --levels any --count 30 --format csv | "
        "zombies solve --difficulty --format csv -",
    ],
    "simulate": [
        "zombies simulate --rounds 40 --format csv",
        "zombies simulate --games 40 --family flashlight --format csv",
        "zombies simulate --rounds 1 --format csv SP",
        "zombies simulate --rounds 40 --format csv SP S4/5/2Z2/5/4P S#/#P SZ/1P",
        "zombies simulate --games 5 --format csv --input levels.txt",
        f"zombies simulate --games 3 --shard 1/9 --format csv --seed {LARGEST}",
        "zombies simulate --rounds 3 --shard 9/9 --format csv --first 1e19",
        f"zombies simulate --family 5x6z1b2f1+lit --levels any --rounds 20 --max-moves 5 --format csv "
        f"{RULES}",
        "zombies simulate --family 1x3 --rounds 20 --format csv",
        "zombies sweep --size 3..4 --zombies 0,1 --lit --rounds 9",
        "zombies sweep --family 1x2z1,classic --chase longest,vertical --games 9",
        "zombies sweep --family 5x5z1,5x5z1+lit --size 4,6x3 --blocks 0..2 --levels solvable,any --rounds 9",
        "zombies sweep --input levels.txt --rounds 9 --chase longest,vertical",
        "zombies simulate --games 9 --shard 2/4 SP S4/5/2Z2/5/4P --tally - -o t | "
        "zombies merge --partial - --format csv",
    ],
    "sweep": [
        "zombies sweep --exact --family 1x2z1,classic,9x9z9 --policy edge --games 9",
        "zombies sweep --exact --hearing-distance 0..2 --rounds 9",
    ],
    "rounds": [
        "zombies simulate --rounds 40 --rounds-csv - -o t",
        "zombies simulate --games 40 --family flashlight --rounds-csv - -o t",
        "zombies simulate --games 40 SP S#/#P SZ/1P S4/5/2Z2/5/4P+lit --rounds-csv - -o t",
        "zombies simulate --rounds 2 --shard 1/3 --rounds-csv - -o t",
        "zombies simulate --rounds 1 --first 18446744073709551613 --rounds-csv - -o t",
        "zombies simulate --rounds 2 --family 40x40 --policy random --rounds-csv - -o t",
        "zombies simulate --rounds 9 --shard 1/2 --rounds-csv 1 -o t; "
        "zombies simulate --rounds 9 --shard 2/2 --rounds-csv 2 -o t; zombies merge 2 1",
    ],
    "record": [
        "printf 'left\\nnext\\nleft\\nquit\\n' | zombies play --text --record - -o t SP SZ/1P",
        "printf 'left\\nnext\\nhint\\nleft\\nquit\\n' | zombies play --text --record r SP SZ/1P > t; cat r",
        f"{PLAY} | zombies play --text --record - -o t --players Ann,edge,x.y-z_2 SP",
    ],
    "squares": [
        "zombies simulate --rounds 40 --squares-csv - -o t",
        "zombies simulate --games 40 --family 1x7 --squares-csv - -o t",
        "zombies simulate --rounds 5 --family 1024x3z9 --policy edge,random --squares-csv - -o t",
        "zombies simulate --rounds 2 --shard 1/3 --squares-csv - -o t",
    ],
    "compare": [
        "zombies compare edge random --family block --format csv",
        "zombies compare beeline edge --rounds 250 --format csv || test $? = 2",
        "zombies compare beeline edge --rounds 1e4 --all-trials --format csv || test $? = 2",
        "zombies compare random clairvoyant --games 9 --format csv SP S4/5/2Z2/5/4P || test $? = 2",
        "zombies compare edge beeline --format csv SP S4/5/2Z2/5/4P",
        "zombies compare random edge --first 1e18 --levels any --lit --zombie-speed 2 --format csv",
    ],
    "analyze": [
        "zombies analyze --format csv",
        "zombies analyze --family 5x4z1b1+lit --max-moves unlimited --format csv",
        "zombies analyze --family 3x3z3 --check 3 --chase vertical --format csv",
        "zombies analyze --family 4x5z1f1 --check 20 --catching-distance 0 --format csv",
        "zombies analyze --family 1x2 --check 1 --format csv",
        "zombies analyze --family 4x4z1+lit --format csv",
        "zombies analyze --family 3x3z1,6x6z1b9,9x9z1 --chase longest,vertical --check 9 --format csv",
    ],
    "pars": [
        "zombies analyze --pars-csv - -o t",
        "zombies analyze --size 3,4 --zombies 1 --chase longest,vertical --pars-csv - -o t",
        "zombies analyze --family 4x4z1b2+lit --zombie-speed 2 --pars-csv - -o t",
        "zombies analyze --family 4x4z1+lit --pars-csv - -o t",
    ],
    "model": [
        "zombies model --format csv",
        "zombies model flashlight --levels any --hearing-distance 2 --format csv",
        f"zombies model 4x4z1b1+lit --levels any --view all {RULES} --format csv",
        "zombies model S2/1Z1/2P --view none --format csv",
        "zombies model 9x8z1 --levels any --format csv",
        "zombies model S#/#P --format csv",
    ],
    "census-levels": [
        "zombies census --levels-csv - -o t",
        f"zombies census --family 1x9 {RULES} --levels-csv - -o t",
        "zombies census --family 4x4z2 --lit --max-states 9 --levels-csv - -o t",
        "zombies census --family 3x5z1b1f1 --levels-csv c -o t; zombies merge c",
        "for i in 1 2 3; do zombies census --shard $i/3 --levels-csv $i -o t; done; zombies merge 3 1 2",
    ],
    "census-difficulty": [
        "zombies census --difficulty --levels-csv - -o t",
        f"zombies census --family 4x4z1b1+lit {RULES} --difficulty --levels-csv - -o t",
        "zombies census --family 4x4z1f1 --hearing-distance 2 --difficulty --levels-csv - -o t",
        "zombies census --family 5x5b2 --max-states 9 --difficulty --levels-csv - -o t",
    ],
    "census": [
        "zombies census --format csv",
        "zombies census --family 4x4z2 --lit --max-states 9 --format csv",
        f"zombies census --family 1x9 {RULES} --format csv",
    ],
    "hardest": [
        "zombies census --family 4x3z1b1 --lit --chase vertical --top-csv - -o t",
        "zombies census --family 4x4z1+lit --top-csv - -o t",
        "zombies census --search --family 1x9 --format csv",
        "zombies census --search --climbs 1 --steps 9 --top 0 --format csv",
        "zombies census --search --family 8x8z1b20f1 --climbs 2 --steps 50 --top 5 --max-states 400 --format csv",
    ],
    "worlds": [
        "zombies worlds --format csv",
        "zombies worlds names.txt --format csv || test $? = 1",
        f"zombies worlds {RULES} --format csv || test $? = 1",
        "zombies worlds names.txt --max-states 9 --format csv || test $? = 2 -o $? = 1",
    ],
    "verify": [
        f"zombies verify --format csv {MANY} || test $? = 1",
        "zombies verify --format csv --max-states 3 8x8z4+any@0#0 SP || test $? = 2",
        f"zombies verify --format csv {RULES} --input levels.txt || test $? = 1",
        "zombies verify --format csv --input 'a, \"b\".txt' || test $? = 1",
        "zombies verify --format csv --input $'two\\nlines.txt' || test $? = 1",
    ],
    "check": [
        f"zombies solve {MANY} --certificate - -o t | zombies check --format csv -",
        "zombies solve --max-states 3 8x8z4+any@0#0 SP --certificate - -o t | "
        "zombies check --format csv - || test $? = 2",
        f"zombies solve {RULES} SP S4/5/2Z2/5/4P+lit --certificate - -o t | zombies check --format csv -",
        # The rules differ from those of the certificate.
        "zombies solve S1P --certificate 'a, \"c\"' -o t; "
        "zombies check --chase vertical --format csv 'a, \"c\"' || test $? = 1",
        # A false claim.
        "zombies solve S1P --certificate c -o t; "
        "head -n -1 c | sed 's/^shortest-solutions 1/shortest-solutions 2/' > d; "
        "echo \"sha256 $(sha256sum < d | cut -c 1-64)\" | cat d - | "
        "zombies check --format csv - || test $? = 1",
    ],
}

# Pages that contain tables.
PAGES = [
    "zombies report --rounds 300 -o -",
    "zombies report --family 6x6z1b5+lit --rounds 60 --max-placements 1e3 --sample 50 -o -",
    f"zombies report --rounds 60 --family 1x3 {RULES} -o -",
]

CASES = [(name, line) for name, lines in FILES.items() for line in lines]


@pytest.fixture(scope="module")
def schemas(program):
    """The schemas that the program prints, by their names."""
    return json.loads(program.output("zombies schema"))


def written(program, line, folder):
    """The text of a CSV, which is also written to table.csv."""
    for name, text in {"names.txt": CAMPAIGN, **FILES_OF_LEVELS}.items():
        (folder / name).write_text(text)
    text = program.output(line, folder)
    (folder / "table.csv").write_bytes(text.encode())
    return text


def validate(schema, folder):
    """The errors that frictionless reports in table.csv."""
    import frictionless
    resource = frictionless.Resource(
        path="table.csv", basepath=str(folder), schema=frictionless.Schema.from_descriptor(schema))
    return [": ".join(map(str, error)) for error in
            resource.validate().flatten(["rowNumber", "fieldName", "type", "note"])]


def test_every_schema_has_lines(schemas):
    assert [name for name in schemas if name not in FILES] == []


@pytest.mark.frictionless
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name, line", CASES)
def test_is_as_described(program, schemas, tmp_path, name, line):
    written(program, line, tmp_path)
    assert validate(schemas[name], tmp_path) == []


@pytest.mark.frictionless
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", FILES)
def test_wrong_tables(program, schemas, tmp_path, name):
    """The validation finds errors: a changed cell, or a repeated row."""
    schema, key = schemas[name], schemas[name].get("primaryKey")
    table = list(csv.reader(io.StringIO(written(program, FILES[name][0], tmp_path))))
    for place, field in enumerate(schema["fields"]):
        limits, bad = field["constraints"], []
        if field["type"] in ("integer", "number", "boolean") or "enum" in limits:
            bad.append("x")
        if limits["required"]:
            bad.append("")
        if limits.get("minimum") is not None:
            bad.append("-1")
        if limits.get("maximum") is not None:
            bad.append("2")
        if limits.get("pattern") not in (None, ".+", "[\\s\\S]+"):
            bad.append("!")
        for cell in bad:
            wrong = [table[0], [*table[1][:place], cell, *table[1][place + 1:]], *table[2:3]]
            write(wrong, tmp_path)
            assert any(field["name"] in error for error in validate(schema, tmp_path)), f"'{cell}' in {field['name']}"
    if key:
        write([*table, table[1]], tmp_path)
        assert any("primary-key" in error for error in validate(schema, tmp_path)), "a repeated key"


@pytest.mark.pandas
@pytest.mark.parametrize("name, line", CASES)
def test_has_these_types(program, schemas, tmp_path, name, line):
    """Reads a CSV with pandas, both with the types that it guesses and with those of the schema."""
    import pandas
    path, fields, cells = tmp_path / "table.csv", schemas[name]["fields"], rows(written(program, line, tmp_path))
    frame = pandas.read_csv(path)
    assert list(frame.columns) == [field["name"] for field in fields] and len(frame) == len(cells)
    for field in fields:
        column = field["name"]
        check_column(field, frame[column], [row[column] for row in cells])
    types = {"integer": "UInt64", "number": "Float64", "boolean": "boolean", "string": "string"}
    strict = pandas.read_csv(
        path, dtype={field["name"]: types[field["type"]] for field in fields}, keep_default_na=False,
        na_values=[""])
    for field in fields:
        for value, cell in zip(strict[field["name"]], (row[field["name"]] for row in cells), strict=True):
            if field["type"] == "number" and cell:
                is_same = math.isclose(float(value), float(cell), rel_tol=1e-15, abs_tol=0)
            else:
                is_same = value is pandas.NA if cell == "" else text_of(value) == cell
            assert is_same, f"column {field['name']}: {value!r} was read from '{cell}'"


def write(table, folder):
    with open(folder / "table.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(table)


def text_of(value):
    return str(value).lower() if str(value) in ("True", "False") else str(value)


def check_column(field, column, cells):
    """Checks the type that pandas guesses for a column. Skips columns with names, which can look like any type."""
    import pandas
    is_full = all(cell != "" for cell in cells)
    if not cells or not any(cells) or field["constraints"].get("pattern") in (".+", "[\\s\\S]+"):
        return
    # In a column with empty cells, pandas reads a number of 64 bits as text.
    if field["type"] == "integer" and not is_full and LARGEST in cells:
        return
    types = pandas.api.types
    fits = {
        "integer": types.is_integer_dtype(column) if is_full else types.is_float_dtype(column),
        "number": types.is_float_dtype(column) or is_full and types.is_integer_dtype(column),
        "boolean": types.is_bool_dtype(column) or not is_full and types.is_object_dtype(column),
        "string": types.is_string_dtype(column) or types.is_object_dtype(column),
    }[field["type"]]
    assert fits, f"column {field['name']}: {column.dtype} for {field['type']}"
    assert [bool(is_empty) for is_empty in column.isna()] == [cell == "" for cell in cells], field["name"]


@pytest.mark.frictionless
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line", PAGES)
def test_tables_in_a_page(program, schemas, tmp_path, line):
    """Readers can copy the tables in a page."""
    page = written(program, line, tmp_path)
    found = re.findall('<pre class="data"[^>]* aria-label="([^"]*)">(.*?)</pre>', page, re.DOTALL)
    assert found
    for label, text in found:
        text = html.unescape(text)
        header = text.partition("\n")[0].split(",")
        fitting = [schema for schema in schemas.values() if [field["name"] for field in schema["fields"]] == header]
        assert fitting, f"{label} matches no schema: {header}"
        (tmp_path / "table.csv").write_bytes(text.encode())
        assert validate(fitting[0], tmp_path) == [], label


@pytest.mark.frictionless
def test_command_of_frictionless(program, tmp_path):
    """Runs the frictionless command with a schema file, as a user would."""
    frictionless = f"'{sys.executable}' -m frictionless validate --schema schema.json"
    program.output("zombies simulate --rounds 9 --rounds-csv rounds.csv -o t; "
                   "zombies schema rounds > schema.json; sed 's/won/gone/' rounds.csv > wrong.csv", tmp_path)
    program.output(f"{frictionless} rounds.csv", tmp_path)
    wrong = program.shell(f"COLUMNS=200 {frictionless} wrong.csv", tmp_path).ends(1)
    assert "outcome" in wrong.output
