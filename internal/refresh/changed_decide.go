package refresh

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// changeDecider decides which nodes of a plan are built. It visits them in the order of the plan, so that the decisions about
// the inputs of a node come first.
type changeDecider struct {
	*plan.ChangeCheck

	builds   map[transform.NodeID]run.BuildRecord // the last of each node
	catalog  observedCatalog
	digests  map[string]digest
	building map[transform.NodeID]bool // nodes that this run builds, of those visited so far
}

func (d *changeDecider) decideNode(node *plan.Node) {
	basis, isBuildable := d.Candidates[node.ID]
	if !isBuildable {
		node.Reason = "not built: no statements to run"
		return
	}
	build := plan.BuildInputs{Fingerprint: basis.Fingerprint, Inputs: plan.InputVersions{}}
	for _, origin := range basis.Origins {
		build.Inputs[origin] = d.version(origin)
	}
	if node.Reason = d.buildReason(node.ID, basis, build); node.Reason == "" {
		node.Reason = fmt.Sprintf("not built: nothing changed since run %d", d.builds[node.ID].Run)
		node.Stages = nil
		return
	}
	node.Build = &build
	d.building[node.ID] = true
}

func (d *changeDecider) version(origin transform.NodeID) plan.DataVersion {
	if table := d.Relations[origin].Outside; table != "" {
		return d.digests[table].version
	}
	return versionOf(origin, d.building, d.builds)
}

// buildReason returns why a node must be built, or "" if it need not be.
func (d *changeDecider) buildReason(id transform.NodeID, basis plan.BuildCandidate, build plan.BuildInputs) string {
	last, isKnown := d.builds[id]
	missing := d.catalog.missing(d.Relations[id])
	switch {
	case missing != "":
		return "its table " + missing
	case !isKnown:
		return "no build record"
	case last.Outcome != run.Built:
		return "it " + outcomeText(last)
	case last.Fingerprint == "":
		return fmt.Sprintf("no baseline: run %d did not use --only-changed", last.Run)
	case definition(last.Fingerprint) != definition(basis.Fingerprint):
		return "its definition changed, or that of a node it depends on"
	case last.Fingerprint != basis.Fingerprint:
		return "it was last built in another schema or database"
	}
	for _, origin := range basis.Origins {
		if why := d.whyOrigin(origin, last, build.Inputs[origin]); why != "" {
			return why
		}
	}
	for _, between := range basis.Through {
		if missing := d.catalog.missing(d.Relations[between]); missing != "" {
			return d.Relations[between].Name + " " + missing
		}
	}
	if basis.ReadsFiles {
		return "it reads files, or calls functions that may read files, and files cannot be compared"
	}
	return ""
}

// definition returns the part of a fingerprint before the location.
func definition(fingerprint string) string {
	definition, _, _ := strings.Cut(fingerprint, " ")
	return definition
}

// whyOrigin compares the data version of an input of a node now with that of its last build. It returns "" if they are equal. Builds
// without onlyChanged do not list sources.
func (d *changeDecider) whyOrigin(origin transform.NodeID, last run.BuildRecord, now plan.DataVersion) string {
	relation := d.Relations[origin]
	before, isRecorded := last.Inputs[origin]
	missing := d.catalog.missing(relation)
	switch {
	case now == "":
		return relation.Name + " cannot be compared: " + d.digests[relation.Outside].problem
	case now == plan.ThisRun:
		return relation.Name + " is built in this run"
	case missing != "":
		return relation.Name + " " + missing
	case !isRecorded && relation.Outside != "":
		return fmt.Sprintf("no digest of %s: run %d did not use --only-changed", relation.Name, last.Run)
	case before == "":
		return relation.Name + " could not be compared when it was last built"
	case before == now:
		return ""
	case relation.Outside != "":
		return relation.Name + " has changed data"
	default:
		return relation.Name + " " + outcomeText(d.builds[origin])
	}
}

func outcomeText(last run.BuildRecord) string {
	word := map[run.BuildOutcome]string{
		run.Built: "was built by run", run.BuildFailed: "failed in run", run.Redeployed: "was changed by the deploy in run",
	}[last.Outcome]
	return fmt.Sprintf("%s %d", word, last.Run)
}
