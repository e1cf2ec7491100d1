package projectgen

// The node types of the library that generated nodes use. Each name represents a type for YAML nodes and one for SQL
// nodes; the kind of the node selects one.
const (
	typeSource    = "Source"
	typeSeed      = "Seed"
	typeStage     = "Stage"
	typeDimension = "Dimension"
	typeFact      = "Fact"
	typeView      = "View"
)

// makeHistory marks the business key of a dimension or fact, and for half of the dimensions the tracked columns. The
// system columns of a YAML node are in its file; those of a SQL node come from its type.
func (b *builder) makeHistory(n *node) {
	n.key().flags = append(n.key().flags, "isBusinessKey")
	tracked := !n.entity.isFact && b.happens(0.5)
	for _, c := range n.with(isAttribute) {
		if tracked && b.happens(0.5) {
			c.flags = append(c.flags, "isChangeTracking")
		}
	}
	if n.isSQL {
		return
	}
	if !n.entity.isFact {
		surrogate := b.system(field{n.name + "_KEY", "BIGINT", "Identifies the row.", isKey}, "isSurrogateKey", "")
		n.columns = append([]*column{surrogate}, n.columns...)
		n.columns = append(n.columns,
			b.system(field{"SYSTEM_VERSION", "INTEGER", "Counts the versions of a business key.", isMeasure}, "isSystemVersion", "1"),
			b.system(field{"SYSTEM_CURRENT_FLAG", "VARCHAR", "Y for the version that holds.", isAttribute}, "isSystemCurrentFlag", "'Y'"),
			b.system(field{"SYSTEM_START_DATE", "TIMESTAMP", "From when the version holds.", isMoment}, "isSystemStartDate", "CAST(CURRENT_TIMESTAMP AS TIMESTAMP)"),
			b.system(field{"SYSTEM_END_DATE", "TIMESTAMP", "Until when the version holds.", isMoment}, "isSystemEndDate", "CAST('2999-12-31 00:00:00' AS TIMESTAMP)"),
		)
	}
	n.columns = append(n.columns,
		b.system(field{"SYSTEM_CREATE_DATE", "TIMESTAMP", "When the row was written.", isMoment}, "isSystemCreateDate", "CAST(CURRENT_TIMESTAMP AS TIMESTAMP)"),
		b.system(field{"SYSTEM_UPDATE_DATE", "TIMESTAMP", "When the row was last changed.", isMoment}, "isSystemUpdateDate", "CAST(CURRENT_TIMESTAMP AS TIMESTAMP)"),
	)
}

// system returns a column that the node type requires.
func (b *builder) system(f field, flag, expression string) *column {
	c := b.column(f)
	c.isSystem, c.flags, c.expression = true, []string{flag}, expression
	c.origins = [][]origin{nil}
	return c
}
