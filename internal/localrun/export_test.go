package localrun

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// ColumnsDiffer is the code in the error of the comparison statement.
const ColumnsDiffer = columnsDiffer

// ComparisonProblem returns the problem that results show for an error of the comparison statement.
func ComparisonProblem(reported *run.Problem) *run.Problem { return comparisonProblem(reported) }

// ObserveEngine puts something between the folder and its engine.
func (f *DataFolder) ObserveEngine(wrap func(engine.Engine) engine.Engine) { f.engine = wrap(f.engine) }
