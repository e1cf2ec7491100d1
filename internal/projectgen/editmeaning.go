package projectgen

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// meaningful returns the changes that a fingerprint has to notice.
func meaningful() []change {
	return []change{
		{"another transform", changeTransform},
		{"one more column", addColumn},
		{"another where clause", changeWhere},
		{"another kind of join", changeJoin},
		{"another data type", changeDataType},
		{"a column that must not be null", changeNullable},
		{"another option", changeOption},
		{"one more test", addTest},
	}
}

// changeTransform returns a column another value where it has none. The columns of a source, of a SELECT * and of a
// summary have no transform that could be replaced.
func changeTransform(n *node, chance *rand.Rand) []byte {
	if n.isInput() || n.form == formStar || n.form == formSummary {
		return nil
	}
	c := pick(chance, n.columns)
	if c.isSystem || len(c.origins[0]) != 1 || c.origins[0][0].column.dataType != c.dataType {
		return nil
	}
	switch c.role {
	case isAttribute:
		c.expression = fmt.Sprintf("CAST(COALESCE($1, 'n%d') AS %s)", chance.IntN(1_000_000), c.dataType)
	case isMeasure:
		c.expression = fmt.Sprintf("CAST(COALESCE($1, %d) AS %s)", 1+chance.IntN(1000), c.dataType)
	case isKey, isForeignKey, isMoment, isFlag:
		return nil
	}
	return nodeFile(n)
}

// addColumn adds a constant. A SELECT * cannot have one, and a seed would need a value in every row.
func addColumn(n *node, chance *rand.Rand) []byte {
	if n.form == formStar || n.form == formSeed {
		return nil
	}
	c := &column{field: field{fmt.Sprintf("ADDED_%d", chance.IntN(1_000_000)), "INTEGER", "A constant.", isMeasure}, id: identities{chance}.next()}
	c.expression = fmt.Sprintf("CAST(%d AS INTEGER)", chance.IntN(1000))
	for range n.groups {
		c.origins = append(c.origins, nil)
	}
	n.columns = append(n.columns, c)
	return nodeFile(n)
}

func changeWhere(n *node, chance *rand.Rand) []byte {
	if n.isInput() {
		return nil
	}
	left := n.groups[0].reads[0]
	n.groups[0].where = fmt.Sprintf("%s > %d", origin{left, left.key()}.sql(), chance.IntN(1_000_000))
	return nodeFile(n)
}

func changeJoin(n *node, _ *rand.Rand) []byte {
	if n.isInput() || len(n.groups[0].on) == 0 {
		return nil
	}
	n.groups[0].inner = true
	return nodeFile(n)
}

// changeDataType works on YAML nodes only: in a SQL node the type follows from the expression.
func changeDataType(n *node, chance *rand.Rand) []byte {
	c := pick(chance, n.columns)
	if n.isSQL || n.nodeType == typeView || c.dataType != "VARCHAR" || c.isSystem {
		return nil
	}
	c.dataType = fmt.Sprintf("VARCHAR(%d)", 10+chance.IntN(1000))
	return nodeFile(n)
}

func changeNullable(n *node, chance *rand.Rand) []byte {
	if n.isSQL || n.isInput() || n.nodeType == typeView {
		return nil
	}
	open := slices.DeleteFunc(slices.Clone(n.columns), func(c *column) bool { return c.isRequired || c.isSystem })
	pick(chance, open).isRequired = true
	return nodeFile(n)
}

// changeOption toggles whether the table is emptied before a load. A view has no load.
func changeOption(n *node, _ *rand.Rand) []byte {
	if n.isInput() || n.nodeType == typeView {
		return nil
	}
	value := "true"
	if n.nodeType == typeStage {
		value = "false" // the stages of the library empty their tables by default
	}
	n.config = append(n.config, setting{"truncateBefore", value})
	return nodeFile(n)
}

func addTest(n *node, chance *rand.Rand) []byte {
	c := pick(chance, n.columns)
	if c.isTested || c.isSystem || n.form == formSource || n.form == formStar {
		return nil
	}
	c.isTested = true
	return nodeFile(n)
}
