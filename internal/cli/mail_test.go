package cli_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/mailtest"
)

// runMail runs a command with settings in the environment.
func runMail(t *testing.T, environ []string, args ...string) (code int, out, problem string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = cli.Program{
		Version: "test", Args: args, Environ: slices.Concat(environ, []string{"HOME=" + t.TempDir()}), Stdout: &stdout, Stderr: &stderr, Platform: app.Operations{},
	}.Run(t.Context())
	return code, stdout.String(), stderr.String()
}

func TestMailTest(t *testing.T) {
	t.Parallel()
	server, err := mailtest.Start(mailtest.Options{Refuse: "nobody@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	environ := []string{"MILLRACE_SMTP=smtp://" + server.Address + "?tls=none", "MILLRACE_MAIL_FROM=millrace@example.com"}
	code, out, problem := runMail(t, environ, "mail", "test", "ann@example.com")
	if code != 0 || !strings.Contains(out, server.Address+" accepted a mail to ann@example.com") {
		t.Fatalf("exit %d: %s%s", code, out, problem)
	}
	if mail := <-server.Messages; mail.To != "ann@example.com" || mail.Subject != "Test of Millrace" {
		t.Errorf("the mail is %+v", mail)
	}
	for name, tt := range map[string]struct {
		environ []string
		address string
		want    string
	}{
		"not configured":     {nil, "ann@example.com", "no mail server is set"},
		"no sender":          {environ[:1], "ann@example.com", "mail_from"},
		"a refused address":  {environ, "nobody@example.com", "refused the message"},
		"no address":         {environ, "ann", "no address"},
		"STARTTLS is needed": {[]string{"MILLRACE_SMTP=smtp://" + server.Address, environ[1]}, "ann@example.com", "offers no encryption"},
	} {
		if code, _, problem := runMail(t, tt.environ, "mail", "test", tt.address); code == 0 || !strings.Contains(problem, tt.want) || !strings.Contains(problem, "→") {
			t.Errorf("%s: exit %d: %s", name, code, problem)
		}
	}
	code, out, _ = runMail(t, environ, "doctor", "--server", "http://127.0.0.1:1", "--data", t.TempDir())
	if !strings.Contains(out, "mail: "+server.Address+" accepts the connection") {
		t.Errorf("doctor, exit %d: %s", code, out)
	}
	if _, out, _ = runMail(t, []string{"MILLRACE_SMTP=smtp://" + server.Address, environ[1]}, "doctor", "--server", "http://127.0.0.1:1"); !strings.Contains(out, "fail  mail: ") {
		t.Errorf("doctor with a server without STARTTLS: %s", out)
	}
}
