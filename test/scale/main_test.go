package scale_test

import (
	"os"
	"testing"

	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	os.Exit(m.Run())
}
