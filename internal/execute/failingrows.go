package execute

import "github.com/millrace/millrace/internal/engine"

// The failing rows of a test are stored only for display, so a small part is enough.
const (
	maxValue      = 500    // bytes of one value
	maxFailingRow = 64_000 // bytes of all values together
)

// firstRows returns the first rows of a failed test for display; nil for none.
func firstRows(rows engine.Rows, count int) *engine.Rows {
	if count <= 0 {
		return nil
	}
	if len(rows.Values) > count {
		rows.Values, rows.More = rows.Values[:count], true
	}
	return clipRows(rows)
}

// clipRows truncates long values and drops the last rows if all values together are too large.
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
