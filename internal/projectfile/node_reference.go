package projectfile

import (
	"slices"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// columnRefFields identify a column by the ids of its node and of itself. The keys are older than the term node.
var columnRefFields = fields[transform.ColumnRef]{
	"stepCounter":   word(func(c *transform.ColumnRef) *transform.NodeID { return &c.Node }),
	"columnCounter": text(func(c *transform.ColumnRef) *transform.ColumnID { return &c.Column }),
}

// noColumn is how files express that a column has no source.
var noColumn = transform.ColumnRef{Node: "0", Column: "0"}

func readOwnReference(r *reader, into *yamlColumn, value *yamldoc.Node) {
	readFields(r, &into.reference, value, columnRefFields)
}

func writeOwnReference(o *overlay, key string, from *yamlColumn) {
	o.mapping(key, func(o *overlay) { writeFields(o, &from.reference, columnRefFields) })
}

// columnRefs reads a list of columns and drops references to no column.
func (r *reader) columnRefs(value *yamldoc.Node) []transform.ColumnRef {
	if !r.isList(value) {
		return nil
	}
	room := r.references.take(value.Len(), r.columns)
	return filled(value, room, func(item *yamldoc.Node, ref *transform.ColumnRef) bool {
		readFields(r, ref, item, columnRefFields)
		return *ref != noColumn && *ref != transform.ColumnRef{}
	})
}

// columnRefs sets a list of columns if it differs in meaning from the existing one.
func (o *overlay) columnRefs(key string, refs []transform.ColumnRef) {
	old := o.node.Get(key)
	if old == nil && len(refs) == 0 && !o.isNew {
		return
	}
	if old != nil && slices.Equal(newReader("").columnRefs(old), refs) {
		return
	}
	list := yamldoc.NewSequence()
	for i := range refs {
		ref := &overlay{node: yamldoc.NewMapping(), isNew: true}
		writeFields(ref, &refs[i], columnRefFields)
		list.Append(ref.node)
	}
	o.set(key, list)
}

var columnSourceFields = fields[transform.ColumnSource]{
	"columnReferences": {
		read: func(r *reader, into *transform.ColumnSource, value *yamldoc.Node) {
			into.References = r.columnRefs(value)
		},
		write: func(o *overlay, key string, from *transform.ColumnSource) {
			o.columnRefs(key, from.References)
		},
	},
	"transform": {
		read: func(r *reader, into *transform.ColumnSource, value *yamldoc.Node) {
			into.Transform, into.At = r.text(value), positionOf(value)
		},
		write: func(o *overlay, key string, from *transform.ColumnSource) { o.text(key, from.Transform) },
	},
}

func readColumnSources(r *reader, into *yamlColumn, value *yamldoc.Node) {
	if !r.isList(value) {
		return
	}
	room := r.sources.take(value.Len(), r.columns)
	into.Sources = filled(value, room, onlyMappings(r, func(item *yamldoc.Node, source *transform.ColumnSource) {
		source.At = positionOf(item)
		readFields(r, source, item, columnSourceFields)
	}))
}

func writeColumnSources(o *overlay, key string, from *yamlColumn) {
	sameOrder(o, key, from.Sources, func(o *overlay, source *transform.ColumnSource) {
		writeFields(o, source, columnSourceFields)
	})
}
