"""Prints the tables of the study: study_tables.py FOLDER CAMPAIGN ... See Tests/Plays/study, which makes the folder.

Prints Markdown: how well each measure orders the levels, for all people and for each kind; and whether another
weighting would order them better than the points of the grade. A weighting is fitted on one campaign and judged on the
others, so that its figures are not those of the levels that it was chosen for.
"""

import math
import os
import sys

import numpy
import pandas

import people
from tests import late_measures, resamples, spearman, values_of

TITLES = {"6x6z1b5+lit": "lit", "6x6z2b2f1": "dark"}
CAMPAIGNS = {}
KINDS = [*people.KINDS, "all"]
EVEN = "each kind the same"
# A larger value of these means an easier level.
EASIER = ["shortest_solutions", "random_win_probability", "erring_win_probability", "blind_chance"]


# --- Tables ----------------------------------------------------------------------------------------


def table(header, rows):
    print("| " + " | ".join(header) + " |")
    print("|---" + "|---:" * (len(header) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def signed(value):
    return "" if value is None or math.isnan(value) else f"{value:.2f}".replace("-", "−")


def interval(values):
    low, high = numpy.nanpercentile(values, [2.5, 97.5])
    return f"({signed(low)} to {signed(high)})"


class Study:
    def __init__(self, folder):
        self.folder = folder
        self.levels, self.results = {}, {}
        for campaign in CAMPAIGNS:
            for kind in KINDS:
                self.results[campaign, kind] = pandas.read_csv(
                    os.path.join(folder, f"{campaign}-{kind}.levels.csv"), dtype=str, keep_default_na=False)
            levels = self.results[campaign, "all"].copy()
            late = pandas.DataFrame([late_measures(people.Room(row)) for _, row in levels.iterrows()])
            for name in late:
                if name not in levels:
                    levels[name] = late[name].astype(str)
                elif not numpy.allclose(values_of(levels, name), late[name], atol=2e-9, rtol=0):
                    raise AssertionError(f"{campaign}: {name} differs from a naive computation")
            self.levels[campaign] = levels
        names = [name for name in levels.columns[levels.columns.get_loc("excess_moves"):] if name in (
            "excess_moves", "reachable_states", "dead_states_share", "longest_forced_run", "direct_way_loses",
            "random_win_probability", "moves_away", "losing_choices", "trap_depth", "erring_win_probability")]
        self.measures = ["points", "par", "shortest_solutions", "things", "blind_chance", *names]

    def harder(self, campaign, measure):
        """A measure of each level, larger for what should be harder."""
        return values_of(self.levels[campaign], measure) * (-1 if measure in EASIER else 1)

    def play(self, campaign, kind, play):
        """What people did, larger for what they find harder.

        Of EVEN, the mean of the kinds. Of "all", every round counts the same: people who lose leave, so those who reach
        late levels are better players, and the kinds have different shares of the rounds on each level.
        """
        if kind == EVEN:
            return sum(self.play(campaign, one, play) for one in people.KINDS) / len(people.KINDS)
        return values_of(self.results[campaign, kind], play) * (1 if play == "seconds_p50" else -1)

    def correlation(self, campaign, kind, play, harder, with_interval=True):
        result = self.play(campaign, kind, play)
        known = harder.notna() & result.notna()
        harder, result = harder[known].to_numpy(), result[known].to_numpy()
        if len(harder) < 3 or len(set(harder)) == 1 or len(set(result)) == 1:
            return math.nan, None
        if not with_interval:
            return float(spearman(harder, result)), None
        drawn = resamples(len(harder))
        return float(spearman(harder, result)), spearman(harder[drawn], result[drawn])

    def print_measures(self):
        columns = [(f"{title}: {name}", campaign, kind, play)
                   for title, kind, play in (("rounds lost", EVEN, "win_rate"), ("all rounds", "all", "win_rate"),
                                             ("median time", EVEN, "seconds_p50"))
                   for campaign, name in CAMPAIGNS.items()]
        rows = []
        for measure in self.measures:
            row = [f"`{measure}`"]
            for _, campaign, kind, play in columns:
                value, found = self.correlation(campaign, kind, play, self.harder(campaign, measure))
                row.append("" if found is None else f"{signed(value)} {interval(found)}")
            rows.append(row)
        print("Each kind counts the same, or each round does. Positive: what the measure calls harder is harder, or "
              "takes longer.\n")
        table(["measure", *(title for title, *_ in columns)], rows)
        for play, title in (("win_rate", "Rounds lost"), ("seconds_p50", "Median time")):
            print(f"{title}, by kind: the correlations on the three campaigns ({', '.join(CAMPAIGNS.values())}).\n")
            rows = []
            for measure in self.measures:
                cells = []
                for kind in KINDS:
                    values = [self.correlation(campaign, kind, play, self.harder(campaign, measure), False)[0]
                              for campaign in CAMPAIGNS]
                    cells.append(", ".join(signed(value) or "–" for value in values))
                rows.append([f"`{measure}`", *cells])
            table(["measure", *KINDS], rows)

    def print_stayers(self):
        """The points, and rounds lost by all people and by those who tried every level."""
        rows = []
        for campaign, name in CAMPAIGNS.items():
            rounds = pandas.concat([pandas.read_csv(
                os.path.join(self.folder, f"{campaign}-{kind}.plays.csv"), usecols=["policy", "level", "outcome"])
                for kind in people.KINDS])
            codes, points = self.levels[campaign]["level"], self.harder(campaign, "points").to_numpy()
            tried = rounds.groupby("policy")["level"].nunique()
            stayed = rounds[rounds["policy"].map(tried) == len(codes)]
            cells = []
            for some in (rounds, stayed):
                lost = (some["outcome"] != "won").groupby(some["level"]).mean().reindex(codes).to_numpy()
                cells.append(signed(float(spearman(points, lost))))
            rows.append([name, *cells, f"{(tried == len(codes)).sum()} of {len(tried)}"])
        print("Points and rounds lost: all people together, and only those who tried every level.\n")
        table(["campaign", "all", "tried every level", "players"], rows)

    def candidates(self):
        """Weightings: a name, and a function of a campaign and a factor; a factor is fitted if there are several."""
        def log(campaign, measure):
            return -numpy.log10(values_of(self.levels[campaign], measure).clip(lower=1e-9))

        def some(measure):
            return lambda campaign, _: self.harder(campaign, measure)

        def points_and(term):
            return lambda campaign, factor: self.harder(campaign, "points") + factor * term(campaign)

        factors = [0.25, 0.5, 1, 2, 4, 8, 16]
        return {
            "−log10(random_win_probability)": (lambda campaign, _: log(campaign, "random_win_probability"), [1]),
            "−log10(erring_win_probability)": (lambda campaign, _: log(campaign, "erring_win_probability"), [1]),
            "losing_choices": (some("losing_choices"), [1]),
            "points + k · losing_choices": (points_and(lambda c: self.harder(c, "losing_choices")), factors),
            "points + k · direct_way_loses": (points_and(lambda c: self.harder(c, "direct_way_loses")), factors),
            "points + 2 · direct_way_loses": (points_and(lambda c: 2 * self.harder(c, "direct_way_loses")), [1]),
            "points − k · log10(erring)": (points_and(lambda c: log(c, "erring_win_probability")), factors),
            "points − k · log10(random)": (points_and(lambda c: log(c, "random_win_probability")), factors),
            "losing_choices + k · direct_way_loses": (
                lambda c, k: self.harder(c, "losing_choices") + k * self.harder(c, "direct_way_loses"), factors),
            "−log10(erring) + k · direct_way_loses": (
                lambda c, k: log(c, "erring_win_probability") + k / 8 * self.harder(c, "direct_way_loses"), factors),
        }

    def quality(self, campaign, score):
        """The mean correlation over the eight kinds."""
        return numpy.nanmean([float(spearman(score.to_numpy(), self.play(campaign, kind, "win_rate").to_numpy()))
                              for kind in people.KINDS])

    def print_weightings(self):
        print("Weightings: mean correlation with rounds lost over the eight kinds. k is fitted on one campaign, and "
              "the columns are the others.\n")
        rows, judged = [], []
        for campaign in CAMPAIGNS:
            others = [other for other in CAMPAIGNS if other != campaign]
            rows.append([f"points, against the fit on {CAMPAIGNS[campaign]}", "",
                         *(signed(self.quality(other, self.harder(other, "points"))) if other in others else ""
                           for other in CAMPAIGNS)])
            for name, (score, factors) in self.candidates().items():
                factor = max(factors, key=lambda k: self.quality(campaign, score(campaign, k)))
                rows.append([name, f"{factor}" if len(factors) > 1 else "", *(
                    signed(self.quality(other, score(other, factor))) if other in others else ""
                    for other in CAMPAIGNS)])
                judged += [(name, campaign, other, factor, score(other, factor)) for other in others
                           if len(factors) > 1 or campaign == next(c for c in CAMPAIGNS if c != other)]
        table(["weighting", "k", *CAMPAIGNS.values()], rows)
        print("The difference to the points, by kind, with the 95% interval of the same samples for both. + and − mark "
              "differences whose interval excludes 0.\n")
        rows = []
        for name, fitted, campaign, factor, score in judged:
            row, points = [], self.harder(campaign, "points").to_numpy()
            for kind in KINDS:
                result = self.play(campaign, kind, "win_rate")
                known = result.notna().to_numpy()
                mine, theirs, result = score.to_numpy()[known], points[known], result.to_numpy()[known]
                if len(set(result)) == 1:
                    row.append("")
                    continue
                drawn = resamples(len(result))[:1999]
                ranked = result[drawn]
                differences = spearman(mine[drawn], ranked) - spearman(theirs[drawn], ranked)
                low, high = numpy.nanpercentile(differences, [2.5, 97.5])
                mark = " +" if low > 0 else " −" if high < 0 else ""
                row.append(signed(float(spearman(mine, result) - spearman(theirs, result))) + mark)
            rows.append([name, f"{factor}", CAMPAIGNS[fitted], CAMPAIGNS[campaign], *row])
        table(["weighting", "k", "fitted on", "judged on", *KINDS], rows)


def main(folder, campaigns):
    CAMPAIGNS.update((campaign, TITLES.get(campaign, campaign)) for campaign in campaigns)
    study = Study(folder)
    study.print_measures()
    study.print_stayers()
    study.print_weightings()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
