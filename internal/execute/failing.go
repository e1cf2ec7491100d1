package execute

import "github.com/millrace/millrace/internal/engine"

// What is kept of the rows that a test found is for people to look at, so little is enough.
const (
	maxValue      = 500    // bytes of one value
	maxFailingRow = 64_000 // bytes of all values together
)

// clipRows cuts long values, and leaves out the last rows when all together are too large.
func clipRows(rows engine.Rows) *engine.Rows {
	size := 0
	for i, row := range rows.Values {
		for j, value := range row {
			text, ok := value.(string)
			if ok {
				row[j] = clip(text, maxValue)
			}
			size += min(len(text), maxValue) + 8
		}
		if size > maxFailingRow {
			rows.Values, rows.More = rows.Values[:i], true
			break
		}
	}
	return &rows
}
