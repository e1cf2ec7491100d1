package workspace

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// sqlCheck compares a draft of a node that is written in SQL with the result of the edit.
type sqlCheck struct {
	comparison NodeEdit
	reached    transform.Node  // the node after the edit, as the API shows it
	written    *transform.Node // the node after the edit, as its file defines it
	hasText    bool            // the draft contains another text
}

// sqlField is a field of a node, and the hint if the draft's value cannot be reached.
type sqlField struct {
	name string
	of   func(*transform.Node) any
	hint string
}

const keepHint = " Or leave it out, or send it as GET returns it."

// sqlFields are the fields that a draft can change.
func sqlFields() []sqlField {
	return []sqlField{
		{"nodeType", func(n *transform.Node) any { return n.Type }, "Set it in sql, as @nodeType(\"…\") in the first lines."},
		{"description", func(n *transform.Node) any { return n.Description }, "Set it in sql, as @description(\"…\") in the first lines."},
		{
			"materializationType", func(n *transform.Node) any { return n.Materialization },
			"Set it in sql, as @materializationType(\"…\") in the first lines.",
		},
		{"deployEnabled", func(n *transform.Node) any { return n.DeployEnabled }, "Set it in sql, with or without @deployDisabled in the first lines."},
		{"config", func(n *transform.Node) any { return switchedOn(n.Config) }, "Set it in sql, with annotations in the first lines."},
		{"overrideSQL", func(n *transform.Node) any { return n.OverrideSQL }, "The text is the script of a node that is written in SQL: change sql."},
		{"isMultisource", func(n *transform.Node) any { return n.IsMultisource }, "Write a UNION in sql."},
		{"metadata.cteString", func(n *transform.Node) any { return n.CTE }, "The field shows the WITH of the text: change sql."},
		{"metadata.sourceMapping", func(n *transform.Node) any { return joinsOf(n) }, "The field shows the FROM of the text: change sql."},
		{
			"metadata.appliedNodeTests", func(n *transform.Node) any { return n.Tests },
			"Write the tests as annotations in sql, such as @testSQL(\"name\", \"query\").",
		},
		{
			"metadata.enabledColumnTestIDs", func(n *transform.Node) any { return n.ColumnTests },
			"Write tests of columns as annotations in sql, such as @testNotNull after the column.",
		},
	}
}

// isChange reports whether the draft changes anything besides the text, the name and the location.
func (c *NodeEdit) isChange() bool {
	for _, field := range sqlFields() {
		if !reflect.DeepEqual(field.of(&c.Shown), field.of(&c.Wanted)) {
			return true
		}
	}
	return !reflect.DeepEqual(c.Shown.Columns, c.Wanted.Columns)
}

func (k sqlCheck) check() error {
	wanted := k.comparison.Wanted
	for _, field := range sqlFields() {
		if field.name == "materializationType" && wanted.Materialization == "" && k.written.Materialization == "" {
			continue // its type determines it
		}
		if !k.isReached(field.of) {
			return k.fault(field.name, field.hint+keepHint)
		}
	}
	return k.checkColumns()
}

// isReached reports whether a field has the value that was shown, or the value of the draft.
func (k sqlCheck) isReached(part func(*transform.Node) any) bool {
	wanted := part(&k.comparison.Wanted)
	return reflect.DeepEqual(wanted, part(&k.comparison.Shown)) || reflect.DeepEqual(wanted, part(&k.reached))
}

func (k sqlCheck) fault(field, hint string) error {
	if k.hasText {
		return fault.New(fault.Invalid, "%s and sql of node %s contradict each other", field, k.comparison.Shown.Ref()).WithHint("%s", hint)
	}
	return fault.New(fault.Invalid, "%s of node %s cannot be changed: the node is written in SQL", field, k.comparison.Shown.Ref()).
		WithHint("%s", hint)
}

const columnsHint = "The select list defines the columns: change sql." + keepHint

// checkColumns rejects columns that are neither those that were shown nor those of the new text.
func (k sqlCheck) checkColumns() error {
	if k.isReached(func(n *transform.Node) any { return n.Columns }) {
		return nil
	}
	wanted, reached := k.comparison.Wanted.Columns, k.reached.Columns
	pairs := k.comparison.columnPairs()
	for i := range min(len(wanted), len(reached)) {
		if wanted[i].Name != reached[i].Name {
			return k.fault(fmt.Sprintf("metadata.columns[%d].name", i), columnsHint)
		}
		for _, field := range columnFields() {
			if !field.isReached(pairs[i].from, &wanted[i], &reached[i]) {
				return k.fault(fmt.Sprintf("metadata.columns[%d].%s", i, field.name), field.hint+keepHint)
			}
		}
	}
	if len(wanted) != len(reached) {
		return k.fault("the number of metadata.columns", columnsHint)
	}
	return nil
}

// isReached reports whether a column has the value that the draft wants, or the draft does not change it: other values of
// a column follow from its transform and the join. From is nil for a new column.
func (f columnField) isReached(from, wanted, reached *transform.Column) bool {
	want, got := f.of(wanted), f.of(reached)
	switch {
	case reflect.DeepEqual(want, got):
		return true
	case f.name == "dataType" && strings.EqualFold(wanted.DataType, reached.DataType):
		return true
	case f.name == "transform" && wanted.DataType != "" && got == castText(transformOf(wanted), wanted.DataType):
		return true // the draft also wants another type
	case from != nil:
		return reflect.DeepEqual(want, f.of(from))
	default:
		return f.name == "columnID" || want == ""
	}
}

// joinsOf returns the texts from FROM on.
func joinsOf(n *transform.Node) []string {
	joins := make([]string, len(n.Sources))
	for i := range n.Sources {
		joins[i] = n.Sources[i].Join
	}
	return joins
}

// columnField is a field of a column, and the hint if the draft's value cannot be reached.
type columnField struct {
	name string
	of   func(*transform.Column) any
	hint string
}

// columnFields are the fields of a column. Those that annotations set come first: they are rejected only if the select
// list does not name the column.
func columnFields() []columnField {
	const annotate = "Set it with an annotation: name the column in the select list of sql and write after it "
	return []columnField{
		{"description", func(c *transform.Column) any { return c.Description }, annotate + "@description(\"…\")."},
		{"nullable", func(c *transform.Column) any { return c.Nullable }, annotate + "@notNull."},
		{"defaultValue", func(c *transform.Column) any { return c.Default }, annotate + "@defaultValue(\"…\")."},
		{"columnID", func(c *transform.Column) any { return c.ID }, annotate + "@id(\"…\")."},
		{"attributes", func(c *transform.Column) any { return switchedOn(c.Attributes) }, annotate + "@name."},
		{"dataType", func(c *transform.Column) any { return c.DataType }, "Write CAST(… AS …) in sql, because the query defines the type."},
		{"transform", func(c *transform.Column) any { return transformOf(c) }, "Change sql, because the transform is the expression in the select list."},
		{"appliedColumnTests", func(c *transform.Column) any { return c.Tests }, "Write tests as annotations in sql, such as @testNotNull after the column."},
		{"acceptedValues", func(c *transform.Column) any { return c.AcceptedValues }, "Write @testAcceptedValues(…) after the column in sql."},
		{"hashDetails", func(c *transform.Column) any { return c.Hash }, "Write the hash as an expression in sql."},
	}
}
