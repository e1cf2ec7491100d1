package dbtimport

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
)

// verify compiles the written project. A node with an error, and nodes that read it, are switched off, so that the rest of
// the project runs; the report has the error at its position in the dbt project.
func (x *conversion) verify(ctx context.Context, folder string) error {
	compiled := compiler.Compile(os.DirFS(folder), compiler.Options{Interrupt: ctx.Err})
	if err := ctx.Err(); err != nil {
		return err
	}
	x.disableDependents() // before their errors, which follow from those of the nodes that they read
	byNode := map[string]*resource{}
	for _, r := range x.resources {
		if r.result != nil && !x.replaced[r] {
			byNode[r.node.String()] = r
		}
	}
	for _, d := range compiled.Diagnostics {
		if d.Severity == diagnostic.Error {
			x.reportFinding(byNode, d)
		}
	}
	for _, n := range compiled.Nodes() {
		if r := byNode[n.Ref().String()]; r != nil && len(r.problems) == 0 && createReadsItself(compiled, n) {
			x.fail(r, r.line, "reads its own table, and the data types of its columns are not known before the first load",
				"Cast the computed columns in the select list, then remove @deployDisabled.")
		}
	}
	x.disableDependents()
	return nil
}

// createReadsItself reports whether the statement that creates a table selects from the same table.
func createReadsItself(c *compiler.Compilation, n *compiler.Node) bool {
	if n.Create == nil || n.Node.Type != "Incremental" {
		return false
	}
	name := c.Renderer.Name(n.Ref())
	for _, stage := range n.Create.Stages {
		if strings.Count(stage.SQL, name) > 1 {
			return true
		}
	}
	return false
}

// reportFinding reports an error of the compiler.
func (x *conversion) reportFinding(byNode map[string]*resource, d diagnostic.Diagnostic) {
	hint := orElse(d.Hint, "Fix the text, then remove @deployDisabled.")
	if strings.Contains(d.Message, "dbt_valid_") || strings.Contains(d.Message, "dbt_scd_id") {
		hint = "Read SYSTEM_START_DATE, SYSTEM_END_DATE and SYSTEM_CURRENT_FLAG of the snapshot instead."
	}
	if r := byNode[d.Node]; r != nil {
		if len(r.problems) > 0 {
			return // what is left is the cause
		}
		at := r.line
		if found := int(d.Line) - r.offset; found > 0 && r.result.SQL != nil && d.File == projectfile.NodePath(r.result) {
			at = found
		}
		x.fail(r, at, "does not compile: "+d.Message, hint)
		return
	}
	for _, f := range x.macroFiles {
		if macroPath(f) == d.File {
			x.report.add(Entry{File: f.pkg.shown(f.file), Line: max(int(d.Line)-macroTextLine+1, 1), Action: Left, Message: d.Message, Hint: hint})
			return
		}
	}
	x.report.add(Entry{File: settingsFile, Action: Left, Message: fmt.Sprintf("%s: %s", d.File, d.Message), Hint: hint})
}

// macroTextLine is the line of a macro file in which its text begins: after fileVersion, id and macroString.
const macroTextLine = 4

// fail reports a problem of a resource and switches its node off.
func (x *conversion) fail(r *resource, at int, message, hint string) {
	r.problems = append(r.problems, problem{at, message, hint})
	x.report.add(Entry{
		File: r.file, Line: at, Action: Left, Node: r.node.String(), Message: fmt.Sprintf("%s %s; the node is not deployed", r.name, message), Hint: hint,
	})
	x.disable(r)
}

// disable switches the node of a resource off.
func (x *conversion) disable(r *resource) {
	n := r.result
	if !n.DeployEnabled {
		return
	}
	n.DeployEnabled = false
	if n.SQL != nil {
		first, rest, _ := strings.Cut(n.SQL.Text, "\n\n")
		n.SQL.Text = first + "\n@deployDisabled\n\n" + rest
	}
	if content, err := projectfile.WriteNode(n, nil); err == nil {
		x.files[projectfile.NodePath(n)] = content
	}
}

// disableDependents switches the nodes off that read a node that is not deployed because of a problem.
func (x *conversion) disableDependents() {
	for changed := true; changed; {
		changed = false
		for _, r := range x.resources {
			if r.result == nil || x.replaced[r] || len(r.problems) > 0 {
				continue
			}
			for _, read := range r.refs {
				if len(read.problems) > 0 && read.result != nil {
					x.fail(r, r.line, "reads "+read.node.String()+", which is not deployed", "Fix that node first, then remove @deployDisabled.")
					changed = true
					break
				}
			}
		}
	}
}
