package snowflake_test

// beyondFakesnow lists the cases that fail on fakesnow, with the reason. A test runs them and fails if one of them passes.
func beyondFakesnow() map[string]string {
	return map[string]string{}
}
