module github.com/gomarmot/gomarmot

go 1.26.8
