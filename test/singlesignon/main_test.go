package singlesignon_test

import (
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
