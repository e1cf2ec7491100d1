package projectfile

import (
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

var sourceFields = fields[transform.Source]{
	"name":         word(func(s *transform.Source) *string { return &s.Name }),
	"join":         inside(joinFields),
	"customSQL":    inside(customSQLFields),
	"dependencies": nodeRefs(func(s *transform.Source) *[]transform.NodeRef { return &s.Dependencies }),
	"noLinkRefs":   nodeRefs(func(s *transform.Source) *[]transform.NodeRef { return &s.NoLinkRefs }),
	"aliases":      {read: readAliases, write: writeAliases},
}

var joinFields = fields[transform.Source]{
	"joinCondition": textAt(func(s *transform.Source) (*string, *diagnostic.Position) { return &s.Join, &s.JoinAt }),
}

var customSQLFields = fields[transform.Source]{
	"customSQL": text(func(s *transform.Source) *string { return &s.CustomSQL }),
}

var nodeRefFields = fields[transform.NodeRef]{
	"locationName": word(func(n *transform.NodeRef) *string { return &n.Location }),
	"nodeName":     word(func(n *transform.NodeRef) *string { return &n.Name }),
}

// nodeRefs returns a field for a list of nodes by location and name.
func nodeRefs[T any](of func(*T) *[]transform.NodeRef) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) { *of(into) = r.nodeRefs(value) },
		write: func(o *overlay, key string, from *T) {
			old := o.node.Get(key)
			if old != nil && slices.Equal(newReader("").nodeRefs(old), *of(from)) {
				return
			}
			sameOrder(o, key, *of(from), func(o *overlay, ref *transform.NodeRef) { writeFields(o, ref, nodeRefFields) })
		},
	}
}

func (r *reader) nodeRefs(value *yamldoc.Node) []transform.NodeRef {
	return mappingList(r, value, func(item *yamldoc.Node, ref *transform.NodeRef) { readFields(r, ref, item, nodeRefFields) })
}

func readAliases(r *reader, into *transform.Source, value *yamldoc.Node) {
	if !r.isMapping(value) || value.Len() == 0 {
		return
	}
	into.Aliases = make(map[string]transform.NodeID, value.Len())
	for child := range value.Children() {
		into.Aliases[r.words.share(child.Key)] = transform.NodeID(r.word(child))
	}
}

func writeAliases(o *overlay, key string, from *transform.Source) {
	old := o.node.Get(key)
	if old == nil && len(from.Aliases) == 0 && !o.isNew {
		return
	}
	if old == nil || old.Kind != yamldoc.Mapping {
		if old != nil && len(from.Aliases) == 0 {
			return
		}
		old = yamldoc.NewMapping()
		o.set(key, old)
	}
	inner := &overlay{node: old, isNew: true}
	for _, child := range slices.Collect(old.Children()) {
		if _, ok := from.Aliases[child.Key]; !ok {
			old.Remove(child.Key)
		}
	}
	for alias, node := range from.Aliases {
		inner.text(alias, string(node))
	}
}

func readSources(r *reader, into *yamlNode, value *yamldoc.Node) {
	into.Sources = mappingList(r, value, func(item *yamldoc.Node, source *transform.Source) {
		source.At = positionOf(item)
		readFields(r, source, item, sourceFields)
	})
}

func writeSources(o *overlay, key string, from *yamlNode) {
	sameOrder(o, key, from.Sources, func(o *overlay, source *transform.Source) { writeFields(o, source, sourceFields) })
}
