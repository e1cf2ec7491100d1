package projectgen

import (
	"fmt"
	"strconv"
	"strings"
)

// seedRows is the number of rows of a seed; the work is in the columns.
const seedRows = 5

// seedPath is where the rows of a seed are.
func (n *node) seedPath() string { return "seeds/" + strings.ToLower(n.name) + ".csv" }

// seedFile writes the rows of a seed.
func seedFile(n *node) []byte {
	var out strings.Builder
	for i, c := range n.columns {
		out.WriteString(separator(i) + c.name)
	}
	for row := range seedRows {
		out.WriteByte('\n')
		for i, c := range n.columns {
			out.WriteString(separator(i) + seedValue(c, row+1))
		}
	}
	out.WriteByte('\n')
	return []byte(out.String())
}

func separator(column int) string {
	if column == 0 {
		return ""
	}
	return ","
}

func seedValue(c *column, row int) string {
	switch c.role {
	case isKey, isForeignKey:
		return strconv.Itoa(row)
	case isMeasure:
		return strconv.Itoa(row * 10)
	case isMoment:
		return fmt.Sprintf("2024-01-%02d 12:00:00", row)
	case isFlag:
		return strconv.FormatBool(row%2 == 0)
	default:
		return fmt.Sprintf("%s %d", words(c.name), row)
	}
}
