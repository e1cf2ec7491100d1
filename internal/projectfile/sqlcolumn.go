package projectfile

import (
	"cmp"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// IsComplete reports whether the text of a SQL node determines its columns: it has no star, no set operation, and no
// select list that Jinja produces.
func IsComplete(read *sqltext.NodeText) bool {
	return read.Opaque == "" && !read.HasStar && len(read.Unions) == 0 && len(read.Columns) > 0
}

// ColumnsOf returns the columns and the source of a SQL node, as its text has them. spec is that of the node's type,
// nil if it is unknown.
//
// A star has no name and becomes no column: expand it first. For a set operation, the columns are those of the first
// part; the join contains the further parts as well, so that columns and join together are the query.
func ColumnsOf(read *sqltext.NodeText, spec *transform.Spec, text PositionedText) ([]transform.Column, transform.Source) {
	return columnsOf(read, spec, text.index())
}

func columnsOf(read *sqltext.NodeText, spec *transform.Spec, positions positionIndex) ([]transform.Column, transform.Source) {
	columns := make([]transform.Column, 0, len(read.Columns))
	sources := make([]transform.ColumnSource, len(read.Columns)) // one for each column
	for i := range read.Columns {
		if from := &read.Columns[i]; !from.IsStar {
			column := columnOf(from, spec, positions)
			sources[i] = transform.ColumnSource{Transform: from.Expression, At: column.At}
			column.Sources = sources[i : i+1 : i+1]
			columns = append(columns, column)
		}
	}
	source := transform.Source{
		Join:           cmp.Or(read.Tail, read.Join),
		SelectModifier: read.SelectModifier,
		Query:          read.BodyWithoutAnnotations,
		At:             positions.at(read.Range.Start),
		JoinAt:         positions.at(joinStart(read, positions.text)),
	}
	source.Dependencies, source.NoLinkRefs = refsOf(read.Refs)
	return columns, source
}

// joinStart returns the offset of FROM if annotations do not interrupt the text of the join.
func joinStart(read *sqltext.NodeText, text string) int {
	start := read.Range.Start
	if at := strings.Index(read.Range.Of(text), read.Join); at >= 0 {
		return start + at
	}
	return start
}

func columnOf(from *sqltext.SelectColumn, spec *transform.Spec, positions positionIndex) transform.Column {
	c := transform.Column{
		ID:         transform.ColumnID(from.Name.Text),
		Name:       from.Name.Text,
		Nullable:   true,
		Attributes: attributesOf(from.Annotations, spec),
		At:         positions.at(from.Range.Start),
	}
	for _, a := range from.Annotations {
		switch a.Name {
		case "id":
			if id := argumentOf(a); id != "" {
				c.ID = transform.ColumnID(id)
			}
		case "description":
			c.Description = argumentOf(a)
		case "notNull":
			c.Nullable = !isSwitchedOn(a)
		case "defaultValue":
			c.Default = argumentOf(a)
		}
	}
	return c
}

// refsOf returns the nodes that a text names, without duplicates: those with an edge and those without.
func refsOf(refs []sqltext.Ref) (linked, unlinked []transform.NodeRef) {
	type use struct {
		node       transform.NodeRef
		isUnlinked bool
	}
	seen := make(map[use]bool, len(refs))
	for _, ref := range refs {
		found := use{transform.NodeRef{Location: ref.Location, Name: ref.Node}, strings.EqualFold(ref.Function, "ref_no_link")}
		if !ref.Literal || seen[found] || ref.Context == sqltext.InComment && !ref.IsEdge() {
			continue
		}
		seen[found] = true
		if found.isUnlinked {
			unlinked = append(unlinked, found.node)
			continue
		}
		linked = append(linked, found.node)
	}
	return linked, unlinked
}
