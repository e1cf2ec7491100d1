package dialect

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// Cast casts an expression to a type, which may be a type name of another engine.
func (d *Dialect) Cast(expression, dataType string) string {
	return "CAST(" + expression + " AS " + d.Type(dataType) + ")"
}

// Now returns the current timestamp in UTC, without a time zone. It is constant within a statement.
func (d *Dialect) Now() string { return d.now }

// AtMoment returns a statement in which Now is the given time. On engines where each statement is its own transaction, it
// gives the statements of a node one time. On others Now is constant within a transaction, and the statement is returned
// unchanged.
func (d *Dialect) AtMoment(statement string, moment time.Time) string {
	if d.capabilities.TransactionalDDL {
		return statement
	}
	return strings.ReplaceAll(statement, d.now, d.Moment(moment.UTC().Format("2006-01-02 15:04:05.000000")))
}

// Differs compares two expressions; NULL differs from every value, but not from NULL.
func (d *Dialect) Differs(a, b string) string { return fill(d.differs, "a", a, "b", b) }

// Same compares two expressions; NULL is the same as NULL.
func (d *Dialect) Same(a, b string) string { return fill(d.same, "a", a, "b", b) }

// SameKey is Same for two columns of one type that join large tables.
func (d *Dialect) SameKey(a, b string) string { return fill(d.sameKey, "a", a, "b", b) }

// units are the time units of Shift.
var units = []string{"second", "minute", "hour", "day", "week", "month", "year"}

// Shift moves a timestamp by a number of units: second, minute, hour, day, week, month or year, also in the plural.
func (d *Dialect) Shift(moment string, amount int64, unit string) (string, error) {
	word := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(unit)), "s")
	if !slices.Contains(units, word) {
		return "", fault.New(fault.Invalid, "%q is not a unit of time", unit).
			WithHint("Use one of %s.", strings.Join(units, ", "))
	}
	return fill(d.shift, "moment", moment, "amount", strconv.FormatInt(amount, 10), "unit", word), nil
}
