package cli

import (
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

// checkRunnable returns an error before the run starts if one of the nodes has errors, and shows them as validate does.
// It only counts errors of nodes that were not selected.
func (p Program) checkRunnable(compiled *compiler.Compilation, nodes []*compiler.Node, asJSON bool) error {
	asked := make(map[string]bool, len(nodes))
	isBroken := false
	for _, n := range nodes {
		if !n.DeployEnabled {
			continue // never runs
		}
		asked[n.Ref().String()] = true
		isBroken = isBroken || n.HasErrors() || (n.Create == nil || n.Run == nil) && !n.AwaitsColumns()
	}
	if !isBroken {
		if count, _ := diagnostic.Count(compiled.Diagnostics); count > 0 {
			p.notef("other nodes of the project have %s; run `millrace validate` to see them", counted(count, "error"))
		}
		return nil
	}
	shown := *compiled
	shown.Diagnostics = slices.DeleteFunc(slices.Clone(compiled.Diagnostics), func(d diagnostic.Diagnostic) bool {
		return d.Severity != diagnostic.Error || d.Node != "" && !asked[d.Node]
	})
	if err := p.printFindings(findings{diagnostics: shown.Diagnostics, nodes: len(shown.Nodes()), asJSON: asJSON}); err != nil {
		return err
	}
	return reportedError{} // the error of one node can break another
}
