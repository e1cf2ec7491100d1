package refresh

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// changeDecider decides which nodes of a plan are built. It looks at them in the order of the plan, so that it knows of a node what
// becomes of those that it reads.
type changeDecider struct {
	*plan.ChangeCheck

	builds   map[transform.NodeID]run.BuildRecord // the last ones
	catalog  observedCatalog
	digests  map[string]digest
	building map[transform.NodeID]bool // what the plan builds, as far as it was looked at
}

func (j *changeDecider) decideNode(node *plan.Node) {
	basis, isBuildable := j.Candidates[node.ID]
	if !isBuildable {
		node.Reason = "not built: it has no statements to run"
		return
	}
	build := plan.BuildInputs{Fingerprint: basis.Fingerprint, Inputs: plan.InputVersions{}}
	for _, origin := range basis.Origins {
		build.Inputs[origin] = j.version(origin)
	}
	if node.Reason = j.buildReason(node.ID, basis, build); node.Reason == "" {
		node.Reason = fmt.Sprintf("not built: nothing changed since run %d", j.builds[node.ID].Run)
		node.Stages = nil
		return
	}
	node.Build = &build
	j.building[node.ID] = true
}

// neverBuilt is the stamp of a node that no run has worked on yet. Once one has, the node never gets it again.
const neverBuilt plan.DataVersion = "never"

func (j *changeDecider) version(origin transform.NodeID) plan.DataVersion {
	last, isBuilt := j.builds[origin]
	switch table := j.Relations[origin].Outside; {
	case table != "":
		return j.digests[table].version
	case j.building[origin]:
		return plan.ThisRun
	case isBuilt:
		return last.DataVersion()
	default:
		return neverBuilt
	}
}

// buildReason is the reason for building a node; empty when there is none.
func (j *changeDecider) buildReason(id transform.NodeID, basis plan.BuildCandidate, build plan.BuildInputs) string {
	last, isKnown := j.builds[id]
	lack := j.catalog.lack(j.Relations[id])
	switch {
	case lack != "":
		return "its table " + lack
	case !isKnown:
		return "no build of it is known"
	case last.Outcome != run.Built:
		return "it " + outcomeText(last)
	case last.Fingerprint == "":
		return fmt.Sprintf("run %d, which built it, was not asked to remember what from", last.Run)
	case definition(last.Fingerprint) != definition(basis.Fingerprint):
		return "its definition changed, or one that it depends on"
	case last.Fingerprint != basis.Fingerprint:
		return "it was last built in another place"
	}
	for _, origin := range basis.Origins {
		if why := j.whyOrigin(origin, last.Inputs[origin], build.Inputs[origin]); why != "" {
			return why
		}
	}
	for _, between := range basis.Through {
		if lack := j.catalog.lack(j.Relations[between]); lack != "" {
			return j.Relations[between].Name + " " + lack
		}
	}
	if basis.ReadsFiles {
		return "it reads files, or calls what may read some, and these cannot be compared"
	}
	return ""
}

// definition is the part of a fingerprint that does not say where the object is.
func definition(fingerprint string) string {
	definition, _, _ := strings.Cut(fingerprint, " ")
	return definition
}

// whyOrigin compares the stamps of something that a node is built from.
func (j *changeDecider) whyOrigin(origin transform.NodeID, before, now plan.DataVersion) string {
	thing := j.Relations[origin]
	lack := j.catalog.lack(thing)
	switch {
	case now == "":
		return thing.Name + " cannot be compared: " + j.digests[thing.Outside].problem
	case now == plan.ThisRun:
		return thing.Name + " is built in this run"
	case lack != "":
		return thing.Name + " " + lack
	case before == "":
		return thing.Name + " could not be compared when it was last built"
	case before == now:
		return ""
	case thing.Outside != "":
		return thing.Name + " has other data"
	default:
		return thing.Name + " " + outcomeText(j.builds[origin])
	}
}

func outcomeText(last run.BuildRecord) string {
	word := map[run.BuildOutcome]string{
		run.Built: "was built by run", run.BuildFailed: "failed in run", run.Redeployed: "was changed by the deploy in run",
	}[last.Outcome]
	return fmt.Sprintf("%s %d", word, last.Run)
}
