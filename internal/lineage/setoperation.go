package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// combine adds the next branch of a set operation to the result of the previous ones. Names are those of the first
// branch. EXCEPT uses no value of its second branch: it only decides which rows stay.
func (r *resolver) combine(given *result, next result, b *sqltext.Branch) {
	operator := strings.ToUpper(b.Operator)
	given.merge(next.gathering)
	if !strings.Contains(operator, "ALL") {
		given.addFields(given.fields)
	}
	isExcept := strings.Contains(operator, "EXCEPT") || strings.Contains(operator, "MINUS")
	if isExcept || !strings.Contains(operator, "ALL") {
		given.addFields(next.fields)
	}
	if next.open != "" {
		given.leaveOpen(next.open, next.openAt)
	}
	switch {
	case b.ByName:
		r.mergeByName(given, next.fields)
	case given.open == "" && len(given.fields) != len(next.fields):
		r.reportCount(given, next, b)
	default:
		for i := range min(len(given.fields), len(next.fields)) {
			given.fields[i] = r.mergeFields(given.fields[i], next.fields[i], isExcept)
		}
	}
}

// noItem is the Output.Item of a column that the first branch of a set operation does not have.
const noItem = -1

// mergeByName merges columns of the same name. Columns that only the next branch has are appended.
func (r *resolver) mergeByName(given *result, next []field) {
	for i := range next {
		at := given.position(next[i].name)
		if at < 0 {
			added := next[i]
			added.item = noItem
			given.fields = append(given.fields, added)
			continue
		}
		given.fields[at] = r.mergeFields(given.fields[at], next[i], false)
	}
}

func (r *resolver) mergeFields(first, second field, firstOnly bool) field {
	first.dataType, first.isNull = commonType(first, second), first.isNull && second.isNull
	if firstOnly || !r.spend(len(first.inputs)+len(second.inputs)) {
		return first
	}
	first.inputs = tidy(slices.Concat(first.inputs, second.inputs))
	if first.opaque == "" {
		first.opaque = second.opaque
	}
	return first
}

// reportCount reports branches with different numbers of columns, and marks the result as open.
func (r *resolver) reportCount(given *result, next result, b *sqltext.Branch) {
	at := sqltext.Range{}
	if b.Select != nil {
		at = b.Select.Range
	} else if b.Query != nil {
		at = b.Query.Range
	}
	message := fmt.Sprintf("this branch of %s returns %s, the first returns %s", strings.ToUpper(b.Operator),
		columnCount(len(next.fields)), columnCount(len(given.fields)))
	r.report(Problem{Kind: ColumnCount, Range: at, Message: message, Hint: "select the same columns in the same order in every branch"})
	given.leaveOpen("the branches of "+strings.ToUpper(b.Operator)+" return different numbers of columns", at)
}

func columnCount(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}
