package dbtimport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// newYAMLNode returns the node of a source or a seed with its description and its tests.
func (x *conversion) newYAMLNode(r *resource, nodeType transform.NodeTypeID) *transform.Node {
	isListed := func(string) bool { return true } // descriptions of columns are in the columns, or added below
	if r.kind == sourceKind && len(x.sourceColumns(r)) == 0 {
		isListed = func(string) bool { return false }
	}
	n := &transform.Node{
		ID: r.id(), Name: r.node.Name, Location: r.node.Location, Kind: transform.YAMLNode, Type: nodeType, DeployEnabled: r.config.isOn("enabled", true),
		Description: x.nodeDescription(r, isListed),
	}
	if nodeType == "Seed" {
		n.Materialization = "table"
	}
	for _, t := range r.tests {
		n.Tests = append(n.Tests, transform.NodeTest{Name: t.name, ContinueOnFailure: t.continues, Template: t.query})
	}
	return n
}

// take stores the node of a resource, and reports it.
func (x *conversion) take(r *resource, n *transform.Node) {
	r.result = n
	if len(r.problems) > 0 {
		for _, p := range r.problems {
			x.report.add(Entry{
				File: r.file, Line: p.line, Action: Left, Node: r.node.String(), Message: fmt.Sprintf("%s %s; the node is not deployed", r.name, p.message), Hint: p.hint,
			})
		}
		return
	}
	message := fmt.Sprintf("%s is %s (%s)", r.kind, r.node, n.Type)
	if !n.DeployEnabled {
		message += "; it is disabled in dbt, so it is not deployed"
	}
	x.report.add(Entry{File: r.file, Line: r.line, Action: Taken, Node: r.node.String(), Message: message})
}

// hooks returns the statements of a kind of hook as one text.
func (x *conversion) hooks(r *resource, key string) string {
	set, isSet := r.config[key]
	if !isSet {
		return ""
	}
	var statements []string
	for _, one := range anyList(set.value) {
		statement, _ := one.(string)
		if given, isMapping := one.(map[string]any); isMapping {
			statement, _ = given["sql"].(string)
		}
		t := x.translate(fragment{pkg: r.pkg, file: r.file, text: statement, firstLine: set.line, this: r})
		for _, p := range t.problems {
			r.problems = append(r.problems, problem{set.line, "has a " + key + " that " + p.message, p.hint})
		}
		x.checkCalls(r, t, set.line)
		r.addRefs(t.refs)
		if statement = strings.TrimRight(strings.TrimSpace(t.apply(statement)), "; \n"); statement != "" {
			statements = append(statements, statement)
		}
	}
	if len(statements) > 1 {
		x.report.add(Entry{
			File: set.file, Line: set.line, Action: Adapted, Node: r.node.String(),
			Message: fmt.Sprintf("%d statements of %s of %s are one text with semicolons", len(statements), key, r.name),
			Hint:    "An engine that takes one statement at a time needs them in one node each.",
		})
	}
	return strings.Join(statements, ";\n")
}

// addHooks adds the hooks of a seed.
func (x *conversion) addHooks(r *resource, n *transform.Node) {
	for key, option := range map[string]string{"pre_hook": "preSQL", "post_hook": "postSQL"} {
		if statement := x.hooks(r, key); statement != "" {
			n.Config[option] = statement
		}
	}
}

func (r *resource) addRefs(list []*resource) {
	for _, one := range list {
		if one != r && !slices.Contains(r.refs, one) {
			r.refs = append(r.refs, one)
		}
	}
}

// checkCalls reports macros that the new project cannot run.
func (x *conversion) checkCalls(r *resource, t translation, line int) {
	for _, m := range t.calls {
		if culprit, isUnsupported := m.unsupported(map[*macro]bool{}); isUnsupported {
			first := culprit.problems[0]
			r.problems = append(r.problems, problem{line, fmt.Sprintf("calls the macro %s, which %s", culprit.name, first.message), first.hint})
			return
		}
	}
}
