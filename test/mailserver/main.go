// Command mailserver is an SMTP server for tests in the browser. It prints its address, and then each message as a line of JSON.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/millrace/millrace/internal/mailtest"
)

func main() {
	server, err := mailtest.Start(mailtest.Options{})
	if err != nil {
		log.Fatal(err)
	}
	lines := json.NewEncoder(os.Stdout)
	if err := lines.Encode(map[string]string{"address": server.Address}); err != nil {
		log.Fatal(err)
	}
	for message := range server.Messages {
		if err := lines.Encode(map[string]string{"to": message.To, "subject": message.Subject, "text": message.Text}); err != nil {
			log.Fatal(err)
		}
	}
}
