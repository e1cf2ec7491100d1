package localrun

import "github.com/millrace/millrace/internal/run"

// ColumnsDiffer is the code in the error of the comparison statement.
const ColumnsDiffer = columnsDiffer

// ComparisonProblem returns the problem that results show for an error of the comparison statement.
func ComparisonProblem(reported *run.Problem) *run.Problem { return comparisonProblem(reported) }
