package review

import (
	"fmt"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// destructions lists the losses of all nodes, because an approval depends on them most.
func (p *printer) destructions(plan *api.Plan) {
	var lines []string
	for _, e := range edits(plan) {
		for _, d := range value(e.Destructive) {
			lines = append(lines, fmt.Sprintf("  %s %s: %s", p.paint(progress.Bad, "-"), nameOf(e.PlanEdit), lossOf(&d)))
		}
	}
	if len(lines) == 0 {
		return
	}
	p.linef("\n%s", p.paint(progress.Bad, "This plan deletes:"))
	for _, line := range lines {
		p.linef("%s", line)
	}
}

// lossOf describes what a destructive change deletes.
func lossOf(d *api.PlanDestruction) string {
	object, column := progress.Clean(d.Object), progress.Clean(value(d.Column))
	switch {
	case d.What == "column" || d.What == "" && column != "":
		return fmt.Sprintf("column %s of %s%s", column, object, rowsOf(d.Rows, ", which has a value in "))
	case column != "":
		return fmt.Sprintf("%s of column %s of %s%s", progress.Clean(d.What), column, object, rowsOf(d.Rows, ", in "))
	default:
		return fmt.Sprintf("%s %s%s", progress.Clean(d.What), object, rowsOf(d.Rows, " with "))
	}
}

// rowsOf returns the number of rows; empty if they were not counted.
func rowsOf(rows *int64, before string) string {
	switch {
	case rows == nil:
		return ""
	case *rows == 1:
		return before + "1 row"
	default:
		return before + grouped(*rows) + " rows"
	}
}

// grouped formats a number with commas.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
