package snowflake_test

// tooMuchForFakesnow lists the cases that cannot even be tried on fakesnow.
func tooMuchForFakesnow() map[string]string {
	return map[string]string{
		"limit/a long result is not read to its end": "fakesnow computes all rows of a result, and needs more memory than there is",
	}
}

// beyondFakesnow lists the cases that fail on fakesnow, with the reason. A test runs them and fails if one of them passes.
func beyondFakesnow() map[string]string {
	const (
		noCancel  = "fakesnow does not stop statements"
		noHistory = "fakesnow has no query history"
		noRefusal = "fakesnow fails itself at a row that violates NOT NULL"
		noLines   = "fakesnow rewrites statements to one line, and reports the errors of DuckDB"
	)
	return map[string]string{
		"cancel/a slow query is stopped":              noCancel,
		"cancel/a slow statement is stopped":          noCancel,
		"cancel/several sessions are stopped at once": noCancel,
		"fence/a fence without sessions succeeds":     noHistory,
		"fence/labels are compared exactly":           noHistory,
		"invalid/a syntax error has a position":       noLines,
		"invalid/a missing column":                    noLines,
		"invalid/a missing table":                     noLines,
		"invalid/queries return the same faults":      noLines,

		"invalid/a row that violates a constraint":        noRefusal,
		"transaction/a single statement is a transaction": noRefusal,

		"value/decimals are exact text": "fakesnow computes NUMBER(38,0) in 64 bits; ddl_test.go has other ones",

		"publication/a version shows who published the table": "fakesnow fails itself at a comment with a quote; version_test.go has another one",
	}
}
