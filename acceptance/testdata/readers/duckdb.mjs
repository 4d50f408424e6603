// Prints what DuckDB answers to a query in a folder, as JSON: node duckdb.mjs MODULES FOLDER QUERY
import { pathToFileURL } from 'node:url';
const [modules, folder, query] = process.argv.slice(2);
const { DuckDBInstance } = await import(pathToFileURL(`${modules}/@duckdb/node-api/lib/index.js`));
process.chdir(folder);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const answer = await connection.runAndReadAll(query);
console.log(JSON.stringify(answer.getRowObjectsJson()));
