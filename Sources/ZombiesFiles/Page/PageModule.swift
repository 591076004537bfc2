let pageModule: StaticString = "AAAA"
