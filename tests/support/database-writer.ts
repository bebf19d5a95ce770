import { sql } from 'drizzle-orm';
import { connect } from '../../src/database/connect.ts';

// Program of a child process that a test kills: inserts rows and prints each number after the
// database has acknowledged it.
const [dataDir = '', from = '0'] = process.argv.slice(2);
const database = await connect({ dataDir });
await database.asSystem((db) => db.execute(sql`create table if not exists kept (number int)`));
for (let number = Number(from); ; number += 1) {
  await database.asSystem((db) => db.execute(sql`insert into kept values (${number})`));
  process.stdout.write(`${number}\n`);
}
