/** The settings dialog: what can be decided once, and where the program keeps its files. */
package org.kpackworkbench.views.window.settings;
