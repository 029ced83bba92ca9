/** The one list of formats; each has a room below. */
package org.kpackworkbench.model.format;
