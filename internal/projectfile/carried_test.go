package projectfile_test

import (
	"testing"

	"github.com/millrace/millrace/internal/projectfile"
)

// TestKeysOfOtherToolsAreKnownOnlyWhereTheyBelong checks that a misplaced key is reported.
func TestKeysOfOtherToolsAreKnownOnlyWhereTheyBelong(t *testing.T) {
	t.Parallel()
	const start = "fileVersion: 1\nid: a\nname: A\noperation:\n  locationName: L\n  sqlType: Stage\n"
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"operation":             {start + "  type: sql\n  table: A\n  dependencies: []\ntype: Node\n", nil},
		"join in operation":     {start + "  type: sql\n  join: {}\ntype: Node\n", []string{"8:3 unknown-key"}},
		"join in metadata":      {start + "  metadata:\n    join: {}\n  type: sql\ntype: Node\n", []string{"8:5 unknown-key"}},
		"join of a source":      {start + "  metadata:\n    join: {}\n  type: sourceInput\ntype: Node\n", nil},
		"table in metadata":     {start + "  metadata:\n    table: A\n  type: sql\ntype: Node\n", []string{"8:5 unknown-key"}},
		"templates of the node": {start + "  type: sql\ntemplates: {}\ntype: Node\n", []string{"8:1 unknown-key"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, found := projectfile.ParseNode("nodes/L-A.yml", tt.text)
			checkFindings(t, found, tt.want)
		})
	}
	_, found := projectfile.ParseLocations("locations.yml", "fileVersion: 1\nlocations: []\nversion: 1\njoin: {}\n")
	checkFindings(t, found, []string{"3:1 unknown-key", "4:1 unknown-key"})
}
