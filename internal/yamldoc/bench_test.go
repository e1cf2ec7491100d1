package yamldoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/yamldoc"
)

// typicalNode returns a node file of some 7 KB, the size that most have.
func typicalNode() string {
	var b strings.Builder
	b.WriteString("fileVersion: 1\nid: 30f53277-15f6-47da-ac07-4a176dd5e8a4\nname: DIM_CUSTOMER\noperation:\n  config:\n    postSQL: \"\"\n    testsEnabled: true\n" +
		"  locationName: DWH\n  metadata:\n    appliedNodeTests: []\n    columns:\n")
	for i := range 15 {
		fmt.Fprintf(&b, "      - appliedColumnTests: {}\n        columnReference:\n          columnCounter: b550bd29-8799-4296-bdd6-a937368800%02d\n"+
			"          stepCounter: 30f53277-15f6-47da-ac07-4a176dd5e8a4\n        config: {}\n        dataType: VARCHAR(64)\n        description: The description\n"+
			"        name: COLUMN_%d\n        nullable: true\n        sourceColumnReferences:\n          - columnReferences:\n"+
			"              - columnCounter: d441a155-308c-427b-8424-4773a13cecf3\n                stepCounter: a62019a0-5260-4a00-a97c-c9d69c963e9c\n"+
			"            transform: \"\"\n", i, i)
	}
	b.WriteString("    sourceMapping:\n      - aliases: {}\n        join:\n          joinCondition: |-\n            FROM {{ ref('STAGE', 'A') }} \"A\"\n" +
		"            JOIN {{ ref('STAGE', 'B') }} \"B\"\n            ON \"A\".\"ID\" = \"B\".\"ID\"\n        name: DIM_CUSTOMER\n  sqlType: \"19\"\n  type: sql\ntype: Node\n")
	return b.String()
}

func BenchmarkRead(b *testing.B) {
	text := typicalNode()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := yamldoc.Read(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadWithLibrary(b *testing.B) {
	text := typicalNode()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := yamldoc.ReadWithLibrary(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	text := typicalNode()
	root, err := yamldoc.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if got := yamldoc.Write(root); len(got) != len(text) {
			b.Fatalf("wrote %d bytes of %d", len(got), len(text))
		}
	}
}
