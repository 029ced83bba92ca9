/** Finding actions by name, and all keys at a glance; both made from the catalogue of actions. */
package org.kpackworkbench.views.kit.palette;
