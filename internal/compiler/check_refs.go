package compiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// checkRefs reports refs to unknown nodes. It reads the names of all nodes, so it runs while no node is being resolved.
func (c *Compilation) checkRefs(n *Node) {
	for _, r := range n.refs {
		if _, known := c.byRef[r.node]; r.literal && !known {
			n.report(stepResolve, c.unknownRef(n, r))
		}
	}
}

// checkDependencyLists reports dependency lists that differ from the refs.
func (c *Compilation) checkDependencyLists(n *Node) {
	for i := range n.Sources {
		if n.Kind == transform.YAMLNode {
			c.checkDependencies(n, i)
		}
	}
}

func (c *Compilation) unknownRef(n *Node, r staticRef) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Code: diagnostic.UnknownNode, Severity: diagnostic.Error,
		Message: fmt.Sprintf("there is no node %s in location %s", r.node.Name, r.node.Location),
		Hint:    "check the spelling, or add the node",
	}
	if !c.hasLocation(r.node.Location) {
		d.Code = diagnostic.UnknownLocation
		d.Message = fmt.Sprintf("there is no location %s, and so no node %s in it", r.node.Location, r.node.Name)
		d.Hint = didYouMean(r.node.Location, c.Project.Locations, "add it to locations.yml")
		if near, isOnly := c.nearNode(r.node); isOnly {
			d.Fix = fixOfRef(r, near)
		}
		return d.At(n.File, r.at)
	}
	if near, isOnly := c.nearNode(r.node); near.Name != "" {
		d.Hint = fmt.Sprintf("did you mean ref('%s', '%s')?", near.Location, near.Name)
		if isOnly {
			d.Fix = fixOfRef(r, near)
		}
	}
	return d.At(n.File, r.at)
}

func (c *Compilation) hasLocation(name string) bool {
	return slices.Contains(c.Project.Locations, name) ||
		slices.ContainsFunc(c.nodes, func(n *Node) bool { return n.Location == name })
}

// nearNode returns the node that a ref may mean, and whether no other is as near: one of the same name in another
// location, or one of a similar name in the same location. It returns the zero NodeRef if there is none.
func (c *Compilation) nearNode(ref transform.NodeRef) (near transform.NodeRef, isOnly bool) {
	var names []string
	var same []transform.NodeRef
	for _, n := range c.nodes {
		if strings.EqualFold(n.Name, ref.Name) {
			same = append(same, n.Ref())
		}
		if n.Location == ref.Location {
			names = append(names, n.Name)
		}
	}
	if len(same) > 0 {
		return same[0], len(same) == 1
	}
	name, found := diagnostic.Nearest(ref.Name, names)
	if !found {
		return transform.NodeRef{}, false
	}
	_, isOnly = diagnostic.OnlyNearest(ref.Name, names)
	return transform.NodeRef{Location: ref.Location, Name: name}, isOnly
}

// checkDependencies compares the dependency list of a source group with the refs in its join. The refs take precedence;
// other programs read the list.
func (c *Compilation) checkDependencies(n *Node, group int) {
	source := &n.Sources[group]
	var inText []transform.NodeRef
	for _, r := range n.refs {
		if r.source != group || !r.isEdge {
			continue
		}
		if !r.literal {
			return // The node of a computed ref is known only after rendering.
		}
		inText = append(inText, r.node)
	}
	at := source.At
	for _, listed := range source.Dependencies {
		if !slices.Contains(inText, listed) && !slices.Contains(source.NoLinkRefs, listed) && !n.rendersRef(listed) {
			n.report(stepCheck, dependency(fmt.Sprintf("the dependency list names %s, but the join does not read it", listed)).At(n.File, at))
		}
	}
	for _, read := range inText {
		if len(source.Dependencies) > 0 && !slices.Contains(source.Dependencies, read) {
			n.report(stepCheck, dependency(fmt.Sprintf("the join reads %s, but the dependency list does not name it", read)).At(n.File, at))
		}
	}
}

func dependency(message string) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{
		Code: diagnostic.DependencyMismatch, Severity: diagnostic.Warning, Message: message,
		Hint: "correct the list under dependencies; the refs take precedence",
	}
}

// rendersRef reports whether a macro or a template produced the ref.
func (n *Node) rendersRef(ref transform.NodeRef) bool {
	for _, result := range n.results() {
		for _, r := range result.Refs {
			if r.Node == ref {
				return true
			}
		}
	}
	return false
}

// didYouMean returns a hint with the nearest of the known words, or else the other advice.
func didYouMean(word string, known []string, otherwise string) string {
	if near, ok := diagnostic.Nearest(word, known); ok {
		return fmt.Sprintf("did you mean %s? Otherwise %s", near, otherwise)
	}
	return otherwise
}
