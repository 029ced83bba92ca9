/**
 * What a file is, told by its first bytes and never by its name: one list of formats for everything
 * that names, opens or checks files.
 */
package org.kpackworkbench.model.format;
