package render

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// RefText formats a call of ref.
func RefText(node transform.NodeRef) string { return refText(plainRef{function: "ref", node: node}) }

// FunctionNames returns the names of all functions of templates.
func FunctionNames() []string {
	names := append(functionNames(), "ref", "ref_link", "ref_no_link")
	names = slices.AppendSeq(names, maps.Keys(globals()))
	for _, e := range jinja.DescribeGlobals() { // its own test compares them with the functions of the language
		names = append(names, e.Name)
	}
	slices.Sort(names)
	return names
}

// OwnFilterNames returns the filters that are not those of the language.
func OwnFilterNames() []string { return slices.Sorted(maps.Keys(filters())) }

// OwnTestNames returns the tests that are not those of the language.
func OwnTestNames() []string { return slices.Sorted(maps.Keys(tests())) }

// VariableNames returns the names of all variables of templates.
func VariableNames() []string {
	n := &transform.Node{Seed: &transform.Seed{}}
	names := hydration{node: n}.names()
	states := &scope{rendering: &rendering{}, states: &Request{Node: n, Current: n}}
	for _, name := range states.Names() {
		if !slices.Contains(functionNames(), name) && !isRefName(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
