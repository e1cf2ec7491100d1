package workspace

import (
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// reservedAttributes are the annotations of a column that are not attributes, with the fields that set the same.
var reservedAttributes = map[string]string{
	"id": "columnID", "description": "description", "notNull": "nullable", "defaultValue": "defaultValue",
}

// writeColumns writes what annotations of columns can express. A column that the select list does not name, because a
// star includes it or its type adds it, cannot have annotations.
func (w *sqlWriter) writeColumns(columns columnPairs) error {
	for _, c := range columns {
		from, to := c.from, c.to
		if from == nil {
			from = &transform.Column{ID: to.ID, Name: to.Name, Nullable: true}
			w.separateIdentity(columns, to)
		}
		if reflect.DeepEqual(*from, *to) {
			continue
		}
		if err := w.writeColumn(from, to); err != nil {
			return err
		}
	}
	return nil
}

// separateIdentity gives a new column an id if its name is the id of another column, which was renamed before.
func (w *sqlWriter) separateIdentity(columns columnPairs, to *transform.Column) {
	isTaken := slices.ContainsFunc(columns, func(c columnPair) bool {
		return c.to != to && strings.EqualFold(string(c.to.ID), to.Name)
	})
	if isTaken {
		w.setColumn(to.Name, "id", textCall("id", uuid.NewString()))
	}
}

// hasOwnID reports whether the text gives a column an id.
func (w *sqlWriter) hasOwnID(column string) bool {
	read, _ := sqltext.ReadNode(w.text)
	c := columnCalled(read.Columns, column)
	return c != nil && slices.ContainsFunc(c.Annotations, func(a sqltext.Annotation) bool { return a.Name == "id" })
}

// writeColumn writes the annotations of a column. A renamed column keeps its id.
func (w *sqlWriter) writeColumn(from, to *transform.Column) error {
	if from.ID != to.ID || from.Name != to.Name && !w.hasOwnID(to.Name) {
		w.setColumn(to.Name, "id", textCall("id", string(to.ID)))
	}
	if from.Description != to.Description {
		w.setColumn(to.Name, "description", textCall("description", to.Description))
	}
	if from.Nullable != to.Nullable {
		w.setColumn(to.Name, "notNull", flagCall("notNull", !to.Nullable))
	}
	if from.Default != to.Default {
		w.setColumn(to.Name, "defaultValue", textCall("defaultValue", to.Default))
	}
	shown, wanted := switchedOn(from.Attributes), switchedOn(to.Attributes)
	for _, name := range namesOf(shown, wanted) {
		if reflect.DeepEqual(shown[name], wanted[name]) {
			continue
		}
		calls, err := annotationCalls{
			where: "metadata.columns, " + to.Name, declared: w.columnAnnotations(), reserved: reservedAttributes,
		}.of(name, wanted[name])
		if err != nil {
			return err
		}
		w.setColumn(to.Name, name, calls)
	}
	return nil
}

func (w *sqlWriter) columnAnnotations() []transform.AnnotationSpec {
	if w.typ == nil {
		return nil
	}
	return w.typ.Spec.ColumnAnnotations
}

// setColumn replaces the annotations of a name of a column.
func (w *sqlWriter) setColumn(column, name string, calls []string) {
	read, _ := sqltext.ReadNode(w.text)
	c := columnCalled(read.Columns, column)
	if c == nil {
		return
	}
	block := annotationBlock{text: w.text, annotations: c.Annotations, end: c.Range.End, separator: " "}
	if len(c.Annotations) > 0 {
		block.end = c.Annotations[len(c.Annotations)-1].Range.End
	}
	w.text = block.with(name, calls)
}

// columnCalled returns a column of a select list, preferably by exact name; nil if the list does not name it. The case
// may differ, because engines fold unquoted names.
func columnCalled(columns []sqltext.SelectColumn, name string) *sqltext.SelectColumn {
	var found *sqltext.SelectColumn
	for i := range columns {
		c := &columns[i]
		switch {
		case c.IsStar:
		case c.Name.Text == name:
			return c
		case found == nil && strings.EqualFold(c.Name.Text, name):
			found = c
		}
	}
	return found
}
