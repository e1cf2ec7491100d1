package gitrepo_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]gitrepo.Address{
		"https://Git.Example/ada/shop.git":    {Scheme: gitrepo.HTTPS, Host: "git.example", Path: "/ada/shop.git"},
		"https://git.example:8443/shop":       {Scheme: gitrepo.HTTPS, Host: "git.example:8443", Path: "/shop"},
		"https://[::1]:8443/shop":             {Scheme: gitrepo.HTTPS, Host: "[::1]:8443", Path: "/shop"},
		"ssh://git@git.example:2222/shop.git": {Scheme: gitrepo.SSH, User: "git", Host: "git.example:2222", Path: "/shop.git"},
		"ssh://git.example/~ada/shop":         {Scheme: gitrepo.SSH, Host: "git.example", Path: "/~ada/shop"},
		"git@git.example:ada/shop.git":        {Scheme: gitrepo.SSH, User: "git", Host: "git.example", Path: "ada/shop.git"},
		"/srv/git/../git/shop":                {Scheme: gitrepo.Folder, Path: "/srv/git/shop"},
		"file:///srv/git/shop.git":            {Scheme: gitrepo.Folder, Path: "/srv/git/shop.git"},
		"HTTPS://git.example/x":               {Scheme: gitrepo.HTTPS, Host: "git.example", Path: "/x"},
	} {
		got, err := gitrepo.ParseAddress(text)
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
		if again, err := gitrepo.ParseAddress(got.String()); err != nil || again.Origin() != got.Origin() {
			t.Errorf("%s: written as %s, which is %+v, %v", text, got, again, err)
		}
	}
}

func TestInvalidAddressIsRejected(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "shop", "../shop", "http://git.example/x", "git://git.example/x", "ftp://x/y", "https://", "https:///x", "https://git.example", "https://git.example/",
		"https://ada:geheim@git.example/x", "https://geheim@git.example/x", "ssh://ada:geheim@git.example/x", "https://git.example/x?token=geheim",
		"https://git.example/x#geheim", "ssh://-oProxyCommand=geheim/x", "-geheim@host:x", "git@-host:x", "git@host:", "git@host:-x", "git@ho/st:x",
		"ext::sh -c x", "file://host/x", "https://git.example/a b", "https://git.example/a\nb", "a@b@c:geheim", "https://%zz/x", "::geheim",
		"ssh://-x@host/y",
	} {
		got, err := gitrepo.ParseAddress(text)
		if !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
			t.Errorf("%q: got %+v, %v", text, got, err)
		} else if strings.Contains(err.Error(), "geheim") {
			t.Errorf("%q: the error repeats it: %v", text, err)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, text := range []string{"https://a/b", "git@a:b", "/a", "ssh://a@b:1/c", "https://a:b@c/d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := gitrepo.ParseAddress(text)
		if err != nil {
			return
		}
		if strings.HasPrefix(address.Host, "-") || strings.ContainsAny(address.Host+address.User, "\n \x00") {
			t.Errorf("%q became %+v", text, address)
		}
	})
}
