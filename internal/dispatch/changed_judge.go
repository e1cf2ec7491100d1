package dispatch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// judge decides which nodes of a plan are built. It looks at them in the order of the plan, so that it knows of a node what
// becomes of those that it reads.
type judge struct {
	compiled   *compiler.Compilation
	connection ids.Connection
	builds     map[transform.NodeID]run.Build // the last ones
	origins    *origins
	digests    map[transform.NodeID]digest
	building   map[transform.NodeID]bool // what the plan builds, as far as it was looked at
}

func (j *judge) settle(node *plan.Node) {
	n, isKnown := j.compiled.Node(node.ID)
	if !isKnown || len(node.Stages) == 0 {
		node.Reason = "not built: it has no statements to run"
		return
	}
	build := j.build(n)
	if node.Reason = j.why(n, node, build); node.Reason == "" {
		node.Reason = fmt.Sprintf("not built: nothing changed since run %d", j.builds[n.ID].Run)
		node.Stages = nil
		return
	}
	node.Build = &build
	j.building[n.ID] = true
}

// build is what the node would be built from now. The fingerprint of a node does not know where its object is, so that is added.
func (j *judge) build(n *compiler.Node) plan.Build {
	place := sha256.Sum256([]byte(string(j.connection) + " " + j.compiled.Renderer.Name(n.Ref())))
	build := plan.Build{Fingerprint: n.Fingerprint + " " + hex.EncodeToString(place[:16]), Inputs: plan.Inputs{}}
	for _, origin := range j.origins.of(n) {
		build.Inputs[origin.ID] = j.stamp(origin)
	}
	return build
}

// neverBuilt is the stamp of a node that no run has worked on yet. Once one has, the node never gets it again.
const neverBuilt plan.Stamp = "never"

func (j *judge) stamp(origin *compiler.Node) plan.Stamp {
	last, isBuilt := j.builds[origin.ID]
	switch {
	case j.origins.isOutside(origin):
		return j.digests[origin.ID].stamp
	case j.building[origin.ID]:
		return plan.ThisRun
	case isBuilt:
		return last.Stamp()
	default:
		return neverBuilt
	}
}

// why is the reason for building a node; empty when there is none.
func (j *judge) why(n *compiler.Node, node *plan.Node, build plan.Build) string {
	last, isKnown := j.builds[n.ID]
	before, _, _ := strings.Cut(last.Fingerprint, " ")
	switch {
	case !isKnown:
		return "no build of it is known"
	case last.Outcome != run.Built:
		return "it " + outcomeText(last)
	case last.Fingerprint == "":
		return fmt.Sprintf("run %d, which built it, was not asked to remember what from", last.Run)
	case before != n.Fingerprint:
		return "its definition changed, or one that it depends on"
	case last.Fingerprint != build.Fingerprint:
		return "it was last built in another place"
	}
	for _, origin := range j.origins.of(n) {
		if why := j.whyOrigin(origin, last.Inputs[origin.ID], build.Inputs[origin.ID]); why != "" {
			return why
		}
	}
	if !n.IsSource && readsFiles(node.Stages) {
		return "it reads files by itself, which cannot be compared"
	}
	return ""
}

// whyOrigin compares the stamps of something that a node is built from.
func (j *judge) whyOrigin(origin *compiler.Node, before, now plan.Stamp) string {
	name := origin.Ref().String()
	switch {
	case now == "":
		return name + " cannot be compared: " + j.digests[origin.ID].problem
	case now == plan.ThisRun:
		return name + " is built in this run"
	case before == "":
		return name + " could not be compared when it was last built"
	case before == now:
		return ""
	case j.origins.isOutside(origin):
		return name + " has other data"
	default:
		return name + " " + outcomeText(j.builds[origin.ID])
	}
}

func outcomeText(last run.Build) string {
	word := map[run.BuildOutcome]string{
		run.Built: "was built by run", run.BuildFailed: "failed in run", run.Redeployed: "was changed by the deploy in run",
	}[last.Outcome]
	return fmt.Sprintf("%s %d", word, last.Run)
}
