package nodetype_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// The largest CSV that a project may have loads completely: ten thousand rows in two megabytes, wide or narrow.
func TestLargestSeed(t *testing.T) {
	t.Parallel()
	for name, width := range map[string]int{"narrow": 2, "wide": 24} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				n := largeSeed(10_000, width)
				w.create(n)
				w.run(n)
				w.expectQuery(`SELECT COUNT(*), COUNT(DISTINCT "C0"), MIN("C0"), MAX("C0"), COUNT("C1") FROM `+w.name("out", "T"),
					"10000|10000|0|9999|8000")
			})
		})
	}
}

// largeSeed returns a seed with a number in its first column and texts with quotes in the other columns, every fifth of
// them missing.
func largeSeed(rows, width int) *transform.Node {
	words, header := []string{"C0 INTEGER"}, []string{"C0"}
	for i := 1; i < width; i++ {
		words, header = append(words, fmt.Sprintf("C%d VARCHAR", i)), append(header, fmt.Sprintf("C%d", i))
	}
	n := yamlNode("Seed", columns(words...))
	n.Seed = &transform.Seed{Header: header}
	long := strings.Repeat("é'", 200/width/3)
	for i := range rows {
		row := []string{strconv.Itoa(i)}
		for range width - 1 {
			if i%5 == 0 {
				row = append(row, "")
				continue
			}
			row = append(row, long)
		}
		n.Seed.Rows = append(n.Seed.Rows, row)
	}
	return n
}
