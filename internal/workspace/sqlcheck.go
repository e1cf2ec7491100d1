package workspace

import (
	"fmt"
	"reflect"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// sqlCheck holds what a draft wants of a node that is written in SQL against what an edit makes of the node.
type sqlCheck struct {
	comparison NodeEdit
	reached    transform.Node  // the node after the edit, as it will be shown
	written    *transform.Node // the node after the edit, as its file says it
	hasText    bool            // the draft has another text
}

// sqlField is a part of a node, and what to do when it cannot be what it is wanted to be.
type sqlField struct {
	name string
	of   func(*transform.Node) any
	hint string
}

const keepIt = " Or leave it out, or send it as a GET gives it."

// sqlFields are the parts that a draft can want otherwise.
func sqlFields() []sqlField {
	return []sqlField{
		{"nodeType", func(n *transform.Node) any { return n.Type }, "Say it in sql, as @nodeType(\"…\") in the first lines."},
		{"description", func(n *transform.Node) any { return n.Description }, "Say it in sql, as @description(\"…\") in the first lines."},
		{
			"materializationType", func(n *transform.Node) any { return n.Materialization },
			"Say it in sql, as @materializationType(\"…\") in the first lines.",
		},
		{"deployEnabled", func(n *transform.Node) any { return n.DeployEnabled }, "Say it in sql, with or without @deployDisabled in the first lines."},
		{"config", func(n *transform.Node) any { return switchedOn(n.Config) }, "Say it in sql, with annotations in the first lines."},
		{"overrideSQL", func(n *transform.Node) any { return n.OverrideSQL }, "A node that is written in SQL is its own script: change sql."},
		{"isMultisource", func(n *transform.Node) any { return n.IsMultisource }, "It reads what its text reads: write a UNION in sql."},
		{"metadata.cteString", func(n *transform.Node) any { return n.CTE }, "It is the WITH of the text: change sql."},
		{"metadata.sourceMapping", func(n *transform.Node) any { return n.Sources }, "It follows from the FROM of the text: change sql."},
		{
			"metadata.appliedNodeTests", func(n *transform.Node) any { return n.Tests },
			"Tests of a node that is written in SQL are annotations in sql, such as @testSQL(\"name\", \"query\").",
		},
		{
			"metadata.enabledColumnTestIDs", func(n *transform.Node) any { return n.ColumnTests },
			"Tests of columns are annotations in sql, such as @testNotNull behind the column.",
		},
	}
}

// isChange reports whether anything is wanted otherwise than it was shown, beside the text, the name and the location.
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
			continue // what it becomes follows from its type
		}
		if !k.isReached(field.of) {
			return k.refusal(field.name, field.hint+keepIt)
		}
	}
	return k.checkColumns()
}

// isReached reports whether a part is what it was shown to be, or what is wanted.
func (k sqlCheck) isReached(part func(*transform.Node) any) bool {
	wanted := part(&k.comparison.Wanted)
	return reflect.DeepEqual(wanted, part(&k.comparison.Shown)) || reflect.DeepEqual(wanted, part(&k.reached))
}

func (k sqlCheck) refusal(field, hint string) error {
	if k.hasText {
		return fault.New(fault.Invalid, "%s and sql of node %s contradict each other", field, k.comparison.Shown.Ref()).WithHint("%s", hint)
	}
	return fault.New(fault.Invalid, "%s of node %s cannot be changed so: the node is written in SQL", field, k.comparison.Shown.Ref()).
		WithHint("%s", hint)
}

const columnsFollow = "The columns follow from the select list: change sql." + keepIt

// checkColumns refuses columns that are neither those that were shown nor those that the text gives now.
func (k sqlCheck) checkColumns() error {
	if k.isReached(func(n *transform.Node) any { return n.Columns }) {
		return nil
	}
	wanted, reached := k.comparison.Wanted.Columns, k.reached.Columns
	for i := range min(len(wanted), len(reached)) {
		if wanted[i].Name != reached[i].Name {
			return k.refusal(fmt.Sprintf("metadata.columns[%d].name", i), columnsFollow)
		}
		for _, field := range columnFields() {
			if !reflect.DeepEqual(field.of(&wanted[i]), field.of(&reached[i])) {
				return k.refusal(fmt.Sprintf("metadata.columns[%d].%s", i, field.name), field.hint+keepIt)
			}
		}
	}
	if len(wanted) != len(reached) {
		return k.refusal("the number of metadata.columns", columnsFollow)
	}
	return nil
}

// columnField is a part of a column, and what to do when it cannot be what it is wanted to be.
type columnField struct {
	name string
	of   func(*transform.Column) any
	hint string
}

// columnFields are the parts of a column. Those that annotations say come first: they are refused only where the select
// list does not name the column.
func columnFields() []columnField {
	const annotate = "It is an annotation of the column: name the column in the select list of sql, and write it behind it, as "
	return []columnField{
		{"description", func(c *transform.Column) any { return c.Description }, annotate + "@description(\"…\")."},
		{"nullable", func(c *transform.Column) any { return c.Nullable }, annotate + "@notNull."},
		{"defaultValue", func(c *transform.Column) any { return c.Default }, annotate + "@defaultValue(\"…\")."},
		{"columnID", func(c *transform.Column) any { return c.ID }, annotate + "@id(\"…\")."},
		{"attributes", func(c *transform.Column) any { return switchedOn(c.Attributes) }, annotate + "@name."},
		{"dataType", func(c *transform.Column) any { return c.DataType }, "It follows from the query: write CAST(… AS …) in sql."},
		{"transform", func(c *transform.Column) any { return c.Sources }, "It is the expression in the select list: change sql."},
		{"appliedColumnTests", func(c *transform.Column) any { return c.Tests }, "Tests are annotations in sql, such as @testNotNull behind the column."},
		{"acceptedValues", func(c *transform.Column) any { return c.AcceptedValues }, "Write @testAcceptedValues(…) behind the column in sql."},
		{"hashDetails", func(c *transform.Column) any { return c.Hash }, "Write the hash as an expression in sql."},
	}
}
