package cli

import (
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

// checkRunnable stops before anything runs when one of the nodes has errors, and shows them as validate does. Errors of
// nodes that were not asked for are only counted.
func (p Program) checkRunnable(compiled *compiler.Compilation, nodes []*compiler.Node, asJSON bool) error {
	asked := make(map[string]bool, len(nodes))
	isBroken := false
	for _, n := range nodes {
		if !n.DeployEnabled {
			continue // never runs
		}
		asked[n.Ref().String()] = true
		isBroken = isBroken || n.HasErrors() || n.Create == nil || n.Run == nil
	}
	if !isBroken {
		if count, _ := diagnostic.Count(compiled.Diagnostics); count > 0 {
			p.notef("the project has %s elsewhere; `millrace validate` shows them", counted(count, "error"))
		}
		return nil
	}
	shown := *compiled
	shown.Diagnostics = slices.DeleteFunc(slices.Clone(compiled.Diagnostics), func(d diagnostic.Diagnostic) bool {
		return d.Severity != diagnostic.Error || d.Node != "" && !asked[d.Node]
	})
	if err := p.printFindings(findings{compiled: &shown, asJSON: asJSON}); err != nil {
		return err
	}
	return reportedError{} // a node can be broken by what is said about another one
}
