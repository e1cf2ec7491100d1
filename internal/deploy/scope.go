package deploy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/transform"
)

// limit replaces the project of a plan by one in which some nodes are as they are deployed: those that the selectors leave out
// and, with AllowInvalid, those with errors and those that depend on them. The environment then has a project that fits what is
// deployed, so that later plans and runs need not know of the limit.
func (s *Plans) limit(ctx context.Context, c *comparison) error {
	if c.scope.Include == "" && c.scope.Exclude == "" && !c.scope.AllowInvalid {
		return nil
	}
	l := &limiter{plans: s, of: c, isKept: map[transform.NodeID]bool{}}
	if err := l.load(ctx); err != nil {
		return err
	}
	if err := l.keepUnselected(ctx); err != nil {
		return err
	}
	if err := l.keepInvalid(ctx); err != nil {
		return err
	}
	c.isKept = l.isKept
	if len(l.isKept) > 0 {
		c.source.origin.Message = strings.TrimPrefix(c.source.origin.Message+" (part of the project)", " ")
	}
	return nil
}

// limiter computes the project of a limited plan.
type limiter struct {
	plans             *Plans
	of                *comparison
	desired, deployed *compiler.Compilation // deployed is nil if nothing is deployed
	files, oldFiles   map[string][]byte
	isKept            map[transform.NodeID]bool
}

// load compiles the desired and the deployed project.
func (l *limiter) load(ctx context.Context) error {
	projects, organization := l.plans.options.Projects, l.of.environment.Organization
	var err error
	if l.desired, err = l.plans.compile(ctx, *l.of); err != nil {
		return err
	}
	if l.files, err = projects.Files(ctx, organization, l.of.source.snapshot.ID); err != nil {
		return err
	}
	if l.of.environment.Snapshot == "" {
		return nil
	}
	if l.deployed, err = projects.Compile(ctx, organization, l.of.environment.Snapshot, l.of.target); err != nil {
		return err
	}
	l.oldFiles, err = projects.Files(ctx, organization, l.of.environment.Snapshot)
	return err
}

// deployedNodes returns the nodes of the deployed project.
func (l *limiter) deployedNodes() []*compiler.Node {
	if l.deployed == nil {
		return nil
	}
	return l.deployed.Nodes()
}

// keepUnselected keeps the nodes that the selectors leave out. A selector matches nodes of both projects, so that it can also name a node
// to delete.
func (l *limiter) keepUnselected(ctx context.Context) error {
	scope := &l.of.scope
	if scope.Include == "" && scope.Exclude == "" {
		return nil
	}
	selected := map[transform.NodeID]bool{}
	for _, c := range []*compiler.Compilation{l.desired, l.deployed} {
		if c == nil {
			continue
		}
		found, _, err := c.Select(scope.Include, scope.Exclude)
		if err != nil {
			return planner.SelectorFault(err)
		}
		for _, id := range found.IDs {
			selected[transform.NodeID(id)] = true
		}
	}
	if len(selected) == 0 {
		return fault.New(fault.Invalid, "the selectors match no node").
			WithHint("Check the names of the nodes, or omit the selectors to plan all nodes.")
	}
	for _, n := range l.desired.Nodes() {
		if hasNoID(n) && slices.ContainsFunc(l.replacedBy(n), func(d *compiler.Node) bool { return selected[d.ID] }) {
			selected[n.ID] = true // it is the deployed node, but its file cannot be read
		}
	}
	for _, n := range slices.Concat(l.desired.Nodes(), l.deployedNodes()) {
		if !selected[n.ID] && !l.isKept[n.ID] {
			l.isKept[n.ID] = true
			scope.Unselected++
		}
	}
	return l.rebuild(ctx)
}

// maxRounds limits how often the project is compiled to find invalid nodes: an old version of a node may make others invalid.
const maxRounds = 5

// keepInvalid keeps the nodes with errors, and those that depend on them.
func (l *limiter) keepInvalid(ctx context.Context) error {
	if !l.of.scope.AllowInvalid {
		return nil
	}
	for range maxRounds {
		current, err := l.plans.compile(ctx, *l.of)
		if err != nil {
			return err
		}
		invalid := l.invalidNodes(current)
		if len(invalid) == 0 {
			break
		}
		l.keep(current, invalid)
		if err := l.rebuild(ctx); err != nil {
			return err
		}
	}
	slices.SortFunc(l.of.scope.Kept, func(a, b difference.KeptNode) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// invalidNodes returns the first error of each node that has one and is not kept yet.
func (l *limiter) invalidNodes(c *compiler.Compilation) map[transform.NodeID]string {
	byName := make(map[string]*compiler.Node, len(c.Nodes()))
	found := map[transform.NodeID]string{}
	for _, n := range c.Nodes() {
		byName[n.Ref().String()] = n
		if n.HasErrors() && n.DeployEnabled && !l.isKept[n.ID] {
			found[n.ID] = "an error in its node type"
		}
	}
	for _, d := range slices.Backward(c.Diagnostics) {
		n := byName[d.Node]
		if n != nil && d.Severity == diagnostic.Error && n.DeployEnabled && !l.isKept[n.ID] {
			found[n.ID] = d.Message
		}
	}
	return found
}

// keep keeps invalid nodes and everything that depends on them.
func (l *limiter) keep(c *compiler.Compilation, invalid map[transform.NodeID]string) {
	for _, id := range slices.Sorted(maps.Keys(invalid)) {
		l.keepNode(c, id, difference.KeptNode{Reason: difference.KeptInvalid, Message: invalid[id]})
	}
	for _, id := range slices.Sorted(maps.Keys(invalid)) {
		n, _ := c.Node(id)
		for _, below := range c.Graph.Descendants(string(id)) {
			l.keepNode(c, transform.NodeID(below), difference.KeptNode{
				Reason: difference.KeptDependent, Message: "it depends on " + n.Ref().String(),
			})
		}
	}
}

func (l *limiter) keepNode(c *compiler.Compilation, id transform.NodeID, as difference.KeptNode) {
	n, ok := c.Node(id)
	if !ok || l.isKept[id] {
		return
	}
	l.isKept[id] = true
	as.Node, as.Name = id, n.Ref().String()
	if l.deployed != nil {
		_, as.IsDeployed = l.deployed.Node(id)
	}
	for _, d := range l.replacedBy(n) {
		l.isKept[d.ID], as.IsDeployed = true, true
	}
	l.of.scope.Kept = append(l.of.scope.Kept, as)
}

// replacedBy returns the deployed nodes that the project no longer has, but whose file or name this node has. If the node is not
// deployed, they must stay: often its file is so damaged that the id cannot be read.
func (l *limiter) replacedBy(n *compiler.Node) []*compiler.Node {
	var found []*compiler.Node
	for _, d := range l.deployedNodes() {
		if d.File != n.File && d.Ref() != n.Ref() {
			continue
		}
		if _, isDesired := l.desired.Node(d.ID); !isDesired {
			found = append(found, d)
		}
	}
	return found
}

// hasNoID reports whether the id of a node cannot be read. The reader then sets the path of the file.
func hasNoID(n *compiler.Node) bool { return n.ID == transform.NodeID(n.File) }

// rebuild sets the project of the plan: the desired one, with the kept nodes as they are deployed.
func (l *limiter) rebuild(ctx context.Context) error {
	files := maps.Clone(l.files)
	for _, n := range l.desired.Nodes() {
		if l.isKept[n.ID] {
			delete(files, n.File)
		}
	}
	l.of.taken = nil
	for _, n := range l.deployedNodes() {
		if !l.isKept[n.ID] {
			continue
		}
		if _, isTaken := files[n.File]; isTaken {
			l.of.taken = append(l.of.taken, fileTaken(n))
			continue
		}
		files[n.File] = l.oldFiles[n.File]
		if n.Seed != nil {
			if rows, ok := l.oldFiles[n.Seed.File]; ok {
				files[n.Seed.File] = rows
			}
		}
	}
	origin := l.of.source.origin
	limited, err := l.plans.pack(ctx, l.of.environment, files, origin)
	if err == nil {
		limited.parameters = l.of.source.parameters
		l.of.source = limited
	}
	return err
}

// fileTaken returns the issue of a node that must stay as it is deployed, although its file now contains another node. The plan would
// delete it. A SQL node cannot move to another file, because the file name is its name.
func fileTaken(n *compiler.Node) difference.Issue {
	return difference.Issue{
		Code: difference.CodeFileTaken, Node: n.ID, Name: n.Ref().String(), File: n.File,
		Message: fmt.Sprintf("%s (id %s) is not part of this plan, but its file %s now contains another node", n.Ref(), n.ID, n.File),
		Hint: fmt.Sprintf("Restore the id of the node in the file, rename the file of the new node, or, to delete the deployed node, "+
			"add { nodeID: %s } to the selector.", n.ID),
	}
}

// describeScope adds the scope to a result, and warns about nodes that change although the scope leaves them out.
func (c *comparison) describeScope(r *difference.Result) {
	if c.scope.Include == "" && c.scope.Exclude == "" && !c.scope.AllowInvalid && !c.scope.AllowOtherPlatform {
		return
	}
	r.Scope = &c.scope
	for i := range r.Changes {
		change := &r.Changes[i]
		if !c.isKept[change.Node] || change.Action == difference.Rebuild {
			continue
		}
		ref := transform.NodeRef{Location: change.Location, Name: change.Name}
		r.Issues.Warnings = append(r.Issues.Warnings, difference.Issue{
			Code: difference.CodeOutsideSelection, Node: change.Node, Name: ref.String(),
			Message: fmt.Sprintf("%s is not part of this plan, but a node type, a macro or a mapping that it uses has changed", ref),
			Hint:    "Review the change. Deploy the project without that change first if the node must stay as it is.",
		})
	}
}
