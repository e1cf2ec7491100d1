package projectgen

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// editSettings changes a file that says where or when nodes run, but not what they do.
func (p *Project) editSettings(chance *rand.Rand) Edit {
	name := fmt.Sprintf("other_%d", chance.IntN(1_000_000))
	edits := []struct{ path, description, old, new string }{
		{"environments/QA-1.yml", "another name of an environment", "name: QA", "name: " + name},
		{"environments/Production-2.yml", "another database of an environment", "database: warehouse_production", "database: " + name},
		{"workspace.yml", "another database of the workspace", "database: dev", "database: " + name},
		{"workspace.yml", "another schema of the workspace", "schema: core", "schema: " + name},
		{"jobs/Stages-2.yml", "another name of a job", "name: Stages", "name: " + name},
		{"locations.yml", "another order of locations", "  - RAW\n  - STAGE\n", "  - STAGE\n  - RAW\n"},
		{"macros/macro-1.yml", "a comment among the macros", "macroString: |\n", "macroString: |\n  {# " + name + " #}\n"},
	}
	e := pick(chance, edits)
	content := bytes.ReplaceAll(p.Files[e.path], []byte(e.old), []byte(e.new))
	return Edit{Path: e.path, Content: content, Description: strings.ToLower(e.description)}
}
