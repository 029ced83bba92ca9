/**
 * Pictures of views as files, made without a display.
 *
 * <p>Views are shown in a window of JavaFX's headless platform, wait there until everything that
 * they read in the background has arrived, and are then drawn into a picture by software.
 */
package org.kpackworkbench.app.picture;
