/** The builder of controls. UI thread only. */
package org.kpackworkbench.views.kit.control;
