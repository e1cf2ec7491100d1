package render

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// RefKind is the effect of a reference on the order of nodes.
type RefKind string

// The kinds of references.
const (
	Link   RefKind = "link"   // ref and ref_link: the referenced node runs first
	NoLink RefKind = "noLink" // ref_no_link: only the name is needed
	Self   RefKind = "self"   // any of them, of the node itself
)

// Ref is a node that a template referred to.
type Ref struct {
	Node  transform.NodeRef `json:"node"`
	Kind  RefKind           `json:"kind"`
	Known bool              `json:"known"` // it is in the project
}

// refList collects references without duplicates, in the order of their first use.
type refList struct {
	list []Ref
	seen map[Ref]struct{} // set only if there are many
}

const manyRefs = 32

func (l *refList) add(r Ref) (isNew bool) {
	if l.seen != nil {
		if _, known := l.seen[r]; known {
			return false
		}
		l.seen[r] = struct{}{}
		l.list = append(l.list, r)
		return true
	}
	if slices.Contains(l.list, r) {
		return false
	}
	l.list = append(l.list, r)
	if len(l.list) > manyRefs {
		l.seen = make(map[Ref]struct{}, 2*manyRefs)
		for _, known := range l.list {
			l.seen[known] = struct{}{}
		}
	}
	return true
}

// all returns the references. It never returns nil, because JSON distinguishes null from an empty list.
func (l *refList) all() []Ref {
	if l.list == nil {
		return []Ref{}
	}
	return l.list
}

// resolve implements ref(), ref_link() and ref_no_link(): it records the reference and returns the qualified name of
// the node. For an unknown node it returns the name that the node would have, so that one wrong name does not hide
// other problems.
func (g *rendering) resolve(ref transform.NodeRef, kind RefKind) string {
	found := g.find(ref)
	g.record(ref, kind, found)
	return g.nameOf(ref, found, false)
}

// find returns the node that a reference names, or nil.
func (g *rendering) find(ref transform.NodeRef) *transform.Node {
	found := g.nodes.named(ref)
	if found == nil && g.node != nil && g.node.Ref() == ref {
		found = g.node // a node that is about to be dropped is no longer in the project
	}
	return found
}

// record adds a reference to the result.
func (g *rendering) record(ref transform.NodeRef, kind RefKind, found *transform.Node) {
	noted := kind
	if g.node != nil && g.node.Ref() == ref {
		noted = Self
	}
	isNew := g.refs.add(Ref{Node: ref, Kind: noted, Known: found != nil})
	if found == nil && isNew {
		g.reportUnknown(ref, kind)
	}
}

// reportUnknown reports a reference to an unknown node. A ref_no_link is only a warning, because nothing depends on it.
func (g *rendering) reportUnknown(ref transform.NodeRef, kind RefKind) {
	d := diagnostic.Diagnostic{
		Code: diagnostic.UnknownNode, Severity: diagnostic.Error,
		Message: fmt.Sprintf("there is no node %s in location %s", ref.Name, ref.Location),
		Hint:    g.hintFor(ref),
	}
	if !g.hasLocation(ref.Location) {
		d.Code = diagnostic.UnknownLocation
		d.Message = fmt.Sprintf("there is no location %s, and so no node %s in it", ref.Location, ref.Name)
	}
	if kind == NoLink {
		d.Severity = diagnostic.Warning
	}
	g.warn(g.atRef(d, ref))
}

// commentRef is the name under which ref is called in an SQL comment: it returns the same text, and is no edge.
const commentRef = "ref_in_comment"

// refFunction returns a function with the parameters location and node name. Only ref_no_link can omit the database.
func (r *Renderer) refFunction(name string, text func(plainRef) string) jinja.Value {
	return jinja.Function(name, func(args jinja.Arguments) (jinja.Value, error) {
		var bound []jinja.Value
		var err error
		if name == "ref_no_link" {
			bound, err = args.Bind("location", "node", "include_db?")
		} else {
			bound, err = args.Bind("location", "node")
		}
		if err != nil && len(args.Positional)+len(args.Named) < 2 {
			return jinja.Value{}, functionError(err.Error(), r.shortRefHint(name, args))
		}
		if err != nil {
			return jinja.Value{}, err
		}
		location, isText := bound[0].AsString()
		node, isTextToo := bound[1].AsString()
		if !isText || !isTextToo {
			return jinja.Value{}, functionError(
				fmt.Sprintf("%s() needs two texts, not %s and %s", name, bound[0].Repr(), bound[1].Repr()),
				"pass the names of a location and of a node",
			)
		}
		ref := plainRef{function: name, node: transform.NodeRef{Location: location, Name: node}}
		ref.withoutDatabase = name == "ref_no_link" && !isOn(bound[2], true)
		return jinja.String(text(ref)), nil
	})
}
