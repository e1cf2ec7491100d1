package vocabulary_test

import "strings"

// retiredWords maps each retired word, in lower case and with its inflections, to the better term. The test matches it as
// a whole word and as a part of an identifier in camel or snake case.
func retiredWords() map[string]string {
	words := map[string]string{}
	for _, entry := range []struct{ forms, better string }{
		{"desk desks", "service, or the name of the type"},
		{"shelf shelves", "cache"},
		{"courier couriers", "dispatcher of webhook deliveries"},
		{"rhythm rhythms", "timing of a schedule"},
		{"footing footings", "settings fingerprint"},
		{"tenure tenures", "lease, leaseHolder"},
		{"weather weathers", "fault injector, faults"},
		{"knock knocks knocked knocking", "wake"},
		{"insist insists insisted insisting", "retry while unavailable"},
		{"settle settles settled settling", "resolve, complete, decide, or the effect of the function"},
		{"whoever", "the actor: the worker, owner, server, user or caller"},
		{"anew", "again, or drop and create"},
		{"organisation organisations", "organization"},
		{"catalogue catalogues", "catalog"},
	} {
		for form := range strings.FieldsSeq(entry.forms) {
			words[form] = entry.better
		}
	}
	return words
}

// retiredNames maps retired names of Go types, functions and methods to their replacements. The test matches whole
// identifiers in Go files, because some of these words have other meanings in texts.
func retiredNames() map[string]string {
	return map[string]string{
		"Lane": "webhook.Lease", "Letter": "webhook.DueDelivery", "Claimant": "ClaimRequest",
		"IsLook": "sqltext.IsReadOnly", "NodeWish": "workspace.NewNode", "Placed": "deploy.DeployedNode",
		"GiveBack": "ReleaseAll", "giveBack": "release", "PutOff": "Postpone", "TakeDue": "ClaimDue", "TakeReady": "ClaimReady",
		"carryOut": "run or execute", "goOn": "continue or finish", "hear": "apply or receive", "makeAnew": "dropAndCreate",
		"attachAgain": "restoreProperties", "stepAside": "renameToTemporary", "takeNothing": "forbidReplace",
		"planAgain": "replan", "endUnseen": "endAbandoned", "forgetBuilds": "invalidateBuilds", "wantIdle": "requireIdle",
		"isPassing": "isTransient", "unmoved": "uncancelableContext", "outlasting": "graceContext",
	}
}

// allowedNames lists stored names that contain a retired word: SQL columns and keys in files.
func allowedNames() map[string]bool {
	return map[string]bool{
		"footing_place":      true,
		"footing_parameters": true,
	}
}

// allowedIn maps a file to the retired words that it may contain; "*" allows all of them.
func allowedIn() map[string]string {
	return map[string]string{
		"internal/vocabulary/words_test.go":      "*", // the list itself
		"internal/vocabulary/vocabulary_test.go": "*", // its test
		"web/package-lock.json":                  "*", // names of packages
		"web/codegen/package-lock.json":          "*",

		// The name of an applied migration does not change.
		"internal/store/migrations/00011_footing.sql": "footing",
		// The data of weather stations.
		"test/projects/advanced_test.go":                                  "weather",
		"test/projects/testdata/warehouse/MART-AGG_STATION_DAY.alter.sql": "weather",
	}
}
