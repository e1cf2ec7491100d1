package deploy

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/portability"
)

// notPortable returns what of a project that is written for another platform does not carry over to the engine: what its nodes
// contain that the engine does not have, and the node types of the project itself, whose templates nobody translates.
func (c *comparison) notPortable(desired *compiler.Compilation) []difference.Issue {
	if c.isOwnPlatform(desired) || !portability.Knows(c.target.Platform) {
		return nil
	}
	p := newPortabilityCheck(c.target.Platform)
	for _, n := range desired.Nodes() {
		if !n.IsSource && !c.isKept[n.ID] {
			p.node(n)
		}
	}
	return p.limited()
}

// maxNotPortable is how many issues about portability a plan lists.
const maxNotPortable = 200

// portabilityCheck collects the issues of a project.
type portabilityCheck struct {
	engine  string
	checker *portability.Checker
	issues  []difference.Issue // at most maxNotPortable
	more    int                // further issues
	types   map[string]bool    // node types that have their issue
	known   map[string]bool    // issues of the current node
}

func newPortabilityCheck(engine string) *portabilityCheck {
	return &portabilityCheck{engine: engine, checker: portability.NewChecker(engine), types: map[string]bool{}}
}

// limited returns the issues, with one that says how many are left out.
func (p *portabilityCheck) limited() []difference.Issue {
	if p.more == 0 {
		return p.issues
	}
	return append(p.issues, difference.Issue{
		Code:    difference.CodeNotPortable,
		Message: fmt.Sprintf("%d more findings do not carry over to %s and are not listed", p.more, p.engine),
		Hint:    "Change what is listed, or plan fewer nodes, and plan again.",
	})
}

func (p *portabilityCheck) append(issue difference.Issue) {
	if len(p.issues) == maxNotPortable {
		p.more++
		return
	}
	p.issues = append(p.issues, issue)
}

func (p *portabilityCheck) node(n *compiler.Node) {
	p.known = map[string]bool{}
	if t := n.Type; t != nil && !t.IsBuiltIn && !p.types[t.Name] {
		p.types[t.Name] = true
		p.append(difference.Issue{
			Code: difference.CodeNotPortable, File: t.File,
			Message: fmt.Sprintf("node type %s is the project's own, so its templates are not translated for %s", t.Name, p.engine),
			Hint:    "Use a node type of the library, or check the SQL of the plan.",
		})
	}
	if n.SQL != nil {
		p.text(n, n.SQL.Text, diagnostic.Position{Line: 1, Column: 1})
	} else {
		p.yaml(n)
	}
	for _, test := range n.Tests {
		p.text(n, test.Template, test.At)
	}
	for _, column := range n.Columns {
		if found, ok := p.checker.Type(column.DataType); ok {
			p.add(n, found, column.At, " in column "+column.Name)
		}
	}
}

// yaml checks the texts of a node in YAML.
func (p *portabilityCheck) yaml(n *compiler.Node) {
	p.text(n, n.CTE, n.At)
	for _, source := range n.Sources {
		p.text(n, source.Join, source.JoinAt)
		p.text(n, source.CustomSQL, source.At)
	}
	for _, column := range n.Columns {
		p.text(n, column.Default, column.At)
		for _, source := range column.Sources {
			p.text(n, source.Transform, source.At)
		}
	}
}

// text checks a text that begins at a position of the node's file.
func (p *portabilityCheck) text(n *compiler.Node, text string, at diagnostic.Position) {
	if text == "" {
		return
	}
	for _, found := range p.checker.Text(text) {
		p.add(n, found, at.Inside(text, found.Offset), "")
	}
}

// add adds an issue, once for each thing and node.
func (p *portabilityCheck) add(n *compiler.Node, found portability.Finding, at diagnostic.Position, where string) {
	issue := difference.Issue{
		Code: difference.CodeNotPortable, Node: n.ID, Name: n.Ref().String(), File: n.File, Line: at.Line,
		Message: fmt.Sprintf("%s does not have %s%s", p.engine, found.What, where), Hint: found.Hint,
	}
	if key := strings.ToLower(issue.Message) + "\n" + issue.Hint; !p.known[key] {
		p.known[key] = true
		p.append(issue)
	}
}
