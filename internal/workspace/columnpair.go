package workspace

import "github.com/millrace/millrace/internal/transform"

// columnPair is a column that a draft wants, and the column that it replaces.
type columnPair struct {
	from *transform.Column // nil for a new column
	to   *transform.Column
}

// columnPairs are the columns of a draft in their order.
type columnPairs []columnPair

// columnPairs pairs each wanted column with the shown one of the same id, or else of the same name, unless that one has
// another name now.
func (c *NodeEdit) columnPairs() columnPairs {
	shown, wanted := c.Shown.Columns, c.Wanted.Columns
	byID, byName := make(map[transform.ColumnID]int, len(shown)), make(map[string]int, len(shown))
	for i := range shown {
		byID[shown[i].ID], byName[shown[i].Name] = i, i
	}
	pairs := make(columnPairs, len(wanted))
	isPaired := make([]bool, len(shown))
	for i := range wanted {
		pairs[i].to = &wanted[i]
		if at, isKnown := byID[wanted[i].ID]; isKnown && wanted[i].ID != "" && !isPaired[at] {
			pairs[i].from, isPaired[at] = &shown[at], true
		}
	}
	for i := range wanted {
		if at, isKnown := byName[wanted[i].Name]; pairs[i].from == nil && isKnown && !isPaired[at] {
			pairs[i].from, isPaired[at] = &shown[at], true
		}
	}
	return pairs
}
