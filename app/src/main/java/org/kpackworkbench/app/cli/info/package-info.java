/** What {@code info} says of each kind of file, as text and as JSON. */
package org.kpackworkbench.app.cli.info;
