package lineage

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// The types that are the same on every engine.
const (
	integerType = "INTEGER"
	bigintType  = "BIGINT"
	textType    = "VARCHAR"
	booleanType = "BOOLEAN"
	dateType    = "DATE"
)

// maxTypeDepth limits the nesting depth of calls that are searched for a type.
const maxTypeDepth = 8

// dataType infers the type of an expression where it is certain, else "".
func (r *resolver) dataType(e *sqltext.Expression, s *scope, depth int) string {
	switch {
	case e.HasJinja || depth > maxTypeDepth:
		return ""
	case e.IsPlainColumn && len(e.Columns) == 1:
		return r.columnType(&e.Columns[0], s)
	case e.Cast != "":
		return strings.TrimSpace(e.Cast)
	case e.Literal != sqltext.NoLiteral:
		return literalType(e)
	case e.Function != "":
		return r.callType(e, s, depth)
	case strings.EqualFold(e.Text, "CURRENT_DATE"):
		return dateType
	case isCondition(e.Text):
		return booleanType
	default:
		return ""
	}
}

func (r *resolver) columnType(ref *sqltext.ColumnRef, s *scope) string {
	if len(ref.Parts) == 0 || ref.Name().Dynamic {
		return ""
	}
	if m := r.find(ref.Parts, s); m.verdict == found && !m.isPart {
		return m.field.dataType
	}
	return ""
}

func literalType(e *sqltext.Expression) string {
	switch e.Literal {
	case sqltext.StringLiteral:
		return textType
	case sqltext.BoolLiteral:
		return booleanType
	case sqltext.NumberLiteral:
		return numberType(strings.Trim(e.Text, " \t\r\n()"))
	case sqltext.NoLiteral, sqltext.NullLiteral:
	}
	return ""
}

// numberType returns the type of integers. Engines differ on all other numbers.
func numberType(text string) string {
	if _, err := strconv.ParseInt(text, 10, 32); err == nil {
		return integerType
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return bigintType
	}
	return ""
}

// callType returns the type of a call.
func (r *resolver) callType(e *sqltext.Expression, s *scope, depth int) string {
	switch e.Function {
	case "COUNT", "ROW_NUMBER", "RANK", "DENSE_RANK":
		return bigintType
	case "EXISTS":
		return booleanType
	case "CURRENT_DATE":
		return dateType
	case "MIN", "MAX":
		if arguments := callArguments(e.Text); len(arguments) == 1 {
			return r.argumentType(arguments, s, depth)
		}
	case "COALESCE":
		return r.argumentType(callArguments(e.Text), s, depth)
	}
	return ""
}

// argumentType returns the type that all arguments have, "" if they differ or one is not certain.
func (r *resolver) argumentType(arguments []string, s *scope, depth int) string {
	common := field{isNull: true}
	for _, text := range arguments {
		e, err := sqltext.ReadExpression(text)
		if err != nil {
			return ""
		}
		next := field{dataType: r.dataType(&e, s, depth+1), isNull: e.Literal == sqltext.NullLiteral}
		if next.dataType == "" && !next.isNull {
			return ""
		}
		common = field{dataType: commonType(common, next), isNull: common.isNull && next.isNull}
	}
	return common.dataType
}

// commonType returns the type of two columns that become one, "" unless both have it. NULL has every type.
func commonType(a, b field) string {
	switch {
	case a.isNull:
		return b.dataType
	case b.isNull, strings.EqualFold(a.dataType, b.dataType):
		return a.dataType
	default:
		return ""
	}
}
